import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import type { DispatchJob, DeliveryJob } from '@switchyard/contracts';
import type { MessageBus, QueueBackend, Wake } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { BUS, DISPATCH_WAKE, DELIVERY_WAKE, QUEUE_BACKEND } from './tokens.js';

/** Closes the shared connections when all work has stopped. */
@Injectable()
export class InfrastructureEnd implements OnApplicationShutdown {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(QUEUE_BACKEND) private readonly queues: QueueBackend,
    @Inject(DISPATCH_WAKE) private readonly dispatch: Wake<DispatchJob>,
    @Inject(DELIVERY_WAKE) private readonly deliveries: Wake<DeliveryJob>,
  ) {}

  async onApplicationShutdown(): Promise<void> {
    await Promise.all([this.dispatch.settled(), this.deliveries.settled()]);
    await this.queues.close();
    await this.bus.flush();
    await this.bus.close();
    await this.dataSource.destroy();
  }
}
