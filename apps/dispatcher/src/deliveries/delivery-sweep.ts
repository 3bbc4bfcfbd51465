import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
import { LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';
import { Deliveries } from './deliveries.js';

const SWEEP_MS = 5_000;

/** Sends what is due for another try, and what a lost wake-up left behind. */
@Injectable()
export class DeliverySweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(@Inject(LOGGER) logger: Logger, deliveries: Deliveries) {
    this.loop = new RepeatedWork({ name: 'deliveries', everyMs: SWEEP_MS, work: () => deliveries.run(), logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
