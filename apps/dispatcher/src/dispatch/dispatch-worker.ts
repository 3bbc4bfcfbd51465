import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { QueueName, type DispatchJob } from '@switchyard/contracts';
import type { QueueBackend, QueueWorker } from '@switchyard/server';
import { QUEUE_BACKEND } from '../infrastructure/tokens.js';
import { Dispatch } from './dispatch.js';

/**
 * Dispatches for every message of the `dispatch` queue. A message is done as soon as it is received, so that all that come
 * during a drain share the next one.
 */
@Injectable()
export class DispatchWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: QueueWorker | undefined;

  constructor(
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    private readonly dispatch: Dispatch,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = this.queues.worker<DispatchJob>(QueueName.dispatch, async () => this.dispatch.request());
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.close();
    await this.dispatch.settled();
  }
}
