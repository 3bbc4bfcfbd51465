import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BusChannel, QueueName, type DispatchJob } from '@switchyard/contracts';
import type { MessageBus, QueueBackend, QueueWorker } from '@switchyard/server';
import { BUS, QUEUE_BACKEND } from '../infrastructure/tokens.js';
import { Dispatch } from './dispatch.js';

/**
 * Dispatches for every `dispatch` message of the bus, and for those of the queue, which come a moment later for the case that
 * the bus has lost one. A message is done as soon as it is received, so that all that come during a drain share the next one.
 */
@Injectable()
export class DispatchWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: QueueWorker | undefined;
  private endings: (() => void)[] = [];

  constructor(
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    @Inject(BUS) private readonly bus: MessageBus,
    private readonly dispatch: Dispatch,
  ) {}

  onApplicationBootstrap(): void {
    const request = (): void => this.dispatch.request();
    this.endings = [this.bus.subscribe(BusChannel.dispatch, request), this.bus.onReconnect(request)];
    this.worker = this.queues.worker<DispatchJob>(QueueName.dispatch, async () => this.dispatch.request());
  }

  async onModuleDestroy(): Promise<void> {
    this.endings.forEach((end) => end());
    await this.worker?.close();
    await this.dispatch.settled();
  }
}
