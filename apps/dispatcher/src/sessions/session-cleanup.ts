import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { deleteOldSessions, deleteOldSignInLimits, SESSION_IDLE_DAYS } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

const HOUR_MS = 3_600_000;

/** Removes sessions that nobody can use any more, and limits of sign-ins that are over. */
@Injectable()
export class SessionCleanup implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(dataSource: DataSource, @Inject(LOGGER) logger: Logger) {
    const work = async (): Promise<void> => {
      await deleteOldSessions(dataSource, SESSION_IDLE_DAYS);
      await deleteOldSignInLimits(dataSource);
    };
    this.loop = new RepeatedWork({ name: 'session cleanup', everyMs: HOUR_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
