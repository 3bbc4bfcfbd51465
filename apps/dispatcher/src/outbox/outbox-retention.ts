import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { deleteOldMessages } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

const HOUR_MS = 3_600_000;

/** Removes messages that came to an end some time ago. */
@Injectable()
export class OutboxRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    const work = (): Promise<number> => deleteOldMessages(dataSource);
    this.loop = new RepeatedWork({ name: 'retention of messages', everyMs: HOUR_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
