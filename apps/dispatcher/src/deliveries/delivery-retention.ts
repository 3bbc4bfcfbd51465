import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { retireDeliveries } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

const HOUR_MS = 3_600_000;

/** Gives up deliveries whose time is over and removes those that ended some time ago. */
@Injectable()
export class DeliveryRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    const work = (): Promise<number> => retireDeliveries(dataSource);
    this.loop = new RepeatedWork({ name: 'retention of deliveries', everyMs: HOUR_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
