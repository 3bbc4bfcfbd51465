import { Inject, Injectable } from '@nestjs/common';
import {
  deleteOldAudit,
  deleteOldLogLinks,
  deleteOldSessions,
  deleteOldSignInLimits,
  deleteOldStates,
  deleteOldWebhooks,
  retireMessages,
  SESSION_IDLE_DAYS,
} from '@switchyard/database';
import {
  archiveLogs,
  collectBlobs,
  collectSegments,
  deleteOldDays,
  deleteOldEvents,
  deleteOldCommitLaunches,
  deleteOldLaunchKeys,
  deleteOldRuns,
  deleteOldTasks,
  deleteOldWorkflowRuns,
  type Engine,
  takeOverBlobs,
} from '@switchyard/engine';
import type { BlobStore, Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';
import { BLOB_STORE, DISPATCHER_CONFIG, ENGINE, LOGGER } from '../infrastructure/infrastructure.js';
import { type Duty, HOUR_MS, SECOND_MS } from './duties.js';

/** Removal of records that are kept for a time, and the move of logs to the archive. */
@Injectable()
export class RetentionDuties {
  readonly duties: readonly Duty[];

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
    private readonly dataSource: DataSource,
  ) {
    this.duties = [
      { name: 'retention of tasks', everyMs: 600 * SECOND_MS, run: () => this.deleteOldTasks() },
      { name: 'archiving of logs', everyMs: 60 * SECOND_MS, run: () => this.archiveLogs() },
      { name: 'taking over of blobs', everyMs: 60 * SECOND_MS, run: () => this.takeOverBlobs() },
      { name: 'retention of archived logs', everyMs: HOUR_MS, run: () => collectSegments(engine) },
      { name: 'retention of the outbox', everyMs: HOUR_MS, run: () => retireMessages(dataSource) },
      { name: 'retention of workflow runs', everyMs: HOUR_MS, run: () => deleteOldWorkflowRuns(engine) },
      { name: 'retention of schedule runs', everyMs: HOUR_MS, run: () => deleteOldRuns(engine) },
      { name: 'retention of webhooks', everyMs: 60 * SECOND_MS, run: () => deleteOldWebhooks(dataSource) },
      { name: 'retention of sessions', everyMs: HOUR_MS, run: () => this.deleteOldSessions() },
      { name: 'retention of links to logs', everyMs: HOUR_MS, run: () => deleteOldLogLinks(dataSource) },
      { name: 'retention of audit records', everyMs: HOUR_MS, run: () => this.deleteOldAudit() },
    ];
  }

  /** Without a bucket the blobs are in the same database, where a log takes no less room. */
  private async archiveLogs(): Promise<void> {
    const { SWITCHYARD_BLOB_URL: bucket, SWITCHYARD_LOG_ARCHIVE_HOURS: hours } = this.config;
    const { tasks, bytes } =
      bucket === undefined || hours === 0 ? { tasks: 0, bytes: 0 } : await archiveLogs(this.engine, hours);
    if (bytes > 0) {
      this.logger.info({ tasks, bytes }, 'Logs were archived');
    }
  }

  /**
   * Takes over blobs that earlier versions have put at the root of the bucket, or that belong to the database of which this one
   * is a copy.
   */
  private async takeOverBlobs(): Promise<void> {
    if (this.config.SWITCHYARD_BLOB_URL === undefined) {
      return;
    }
    const originals = (await takeOverBlobs(this.engine)) ?? 0;
    if (originals > 0) {
      this.logger.info(
        { originals },
        'Blobs were taken over from the root of the bucket; "bucket remove-old" removes the originals',
      );
    }
  }

  private async deleteOldTasks(): Promise<void> {
    await deleteOldLaunchKeys(this.engine);
    await deleteOldCommitLaunches(this.engine);
    await deleteOldEvents(this.engine);
    await deleteOldDays(this.engine);
    await this.deleteOldStates();
    await collectBlobs(this.engine);
    await this.blobs.removeUnfinished();
    const { SWITCHYARD_MAX_TASKS_PER_TEMPLATE: perTemplate, SWITCHYARD_MAX_TASK_AGE_DAYS: maxAgeDays } = this.config;
    const removed = await deleteOldTasks(this.engine, { perTemplate, maxAgeDays });
    if (removed > 0) {
      this.logger.info({ removed }, 'Old tasks were removed');
    }
  }

  private deleteOldStates(): Promise<number> {
    const { SWITCHYARD_STATE_VERSIONS: perWorkspace, SWITCHYARD_STATE_AGE_DAYS: maxAgeDays } = this.config;
    return deleteOldStates(this.dataSource, { perWorkspace, maxAgeDays });
  }

  private async deleteOldSessions(): Promise<void> {
    await deleteOldSessions(this.dataSource, SESSION_IDLE_DAYS);
    await deleteOldSignInLimits(this.dataSource);
  }

  private deleteOldAudit(): Promise<number> {
    return deleteOldAudit(this.dataSource, this.config.SWITCHYARD_AUDIT_DAYS);
  }
}
