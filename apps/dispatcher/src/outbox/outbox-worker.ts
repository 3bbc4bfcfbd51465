import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type DeliveryJob, QueueName } from '@switchyard/contracts';
import type { QueueBackend, QueueWorker } from '@switchyard/server';
import { QUEUE_BACKEND } from '../infrastructure/tokens.js';
import { Outbox } from './outbox.js';

/** Sends what is due at every message of the `delivery` queue. */
@Injectable()
export class OutboxWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private worker: QueueWorker | undefined;

  constructor(
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    private readonly outbox: Outbox,
  ) {}

  onApplicationBootstrap(): void {
    this.worker = this.queues.worker<DeliveryJob>(QueueName.delivery, () => this.outbox.run());
  }

  async onModuleDestroy(): Promise<void> {
    await this.worker?.close();
  }
}
