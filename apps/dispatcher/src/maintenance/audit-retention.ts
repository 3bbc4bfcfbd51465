import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { deleteOldAudit } from '@switchyard/database';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';
import { DISPATCHER_CONFIG, LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

const HOUR_MS = 3_600_000;

/** Removes audit records that are older than they are kept. */
@Injectable()
export class AuditRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(
    dataSource: DataSource,
    @Inject(LOGGER) logger: Logger,
    @Inject(DISPATCHER_CONFIG) { SWITCHYARD_AUDIT_DAYS: days }: DispatcherConfig,
  ) {
    const work = (): Promise<number> => deleteOldAudit(dataSource, days);
    this.loop = new RepeatedWork({ name: 'retention of audit records', everyMs: HOUR_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
