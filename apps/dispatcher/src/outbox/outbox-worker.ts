import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type OutboxJob, QueueName } from '@switchyard/contracts';
import type { QueueBackend, QueueWorker } from '@switchyard/server';
import { QUEUE_BACKEND } from '../infrastructure/tokens.js';
import { Deliveries } from './deliveries.js';

/** Sends what is due at every message of the `outbox` queue. */
@Injectable()
export class OutboxWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: QueueWorker | undefined;

  constructor(
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    private readonly deliveries: Deliveries,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = this.queues.worker<OutboxJob>(QueueName.outbox, () => this.deliveries.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.close();
  }
}
