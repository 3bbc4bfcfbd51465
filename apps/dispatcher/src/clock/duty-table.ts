import { Inject, Injectable } from '@nestjs/common';
import { renewPlans } from '@switchyard/billing';
import {
  deleteOldAudit,
  deleteOldLogLinks,
  deleteOldSessions,
  deleteOldSignInLimits,
  deleteOldStates,
  deleteOldWebhooks,
  isDemoDue,
  retireMessages,
  SESSION_IDLE_DAYS,
} from '@switchyard/database';
import {
  archiveLogs,
  collectBlobs,
  collectSegments,
  deleteOldDays,
  deleteOldEvents,
  deleteOldLaunchKeys,
  deleteOldRuns,
  deleteOldTasks,
  type Engine,
  expireDecisions,
  expireLeases,
  keepPresence,
  PRESENCE_SECONDS,
  PresenceWatch,
  sweepListings,
  takeOverBlobs,
} from '@switchyard/engine';
import type { BlobStore, Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import type { DispatcherConfig } from '../config.js';
import { Outbox } from '../outbox/outbox.js';
import { Dispatch } from '../dispatch/dispatch.js';
import { FeedFollowers } from '../duties/feed-followers.js';
import { BLOB_STORE, DISPATCHER_CONFIG, ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { ProjectRemovals } from '../duties/project-removals.js';
import { Schedules } from '../duties/schedules.js';
import type { Duty } from './duties.js';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;

/** The duty whose failure means that nothing is dispatched. */
export const SWEEP = 'sweep';

/** Every duty of the clock: what it is for, and how often. */
@Injectable()
export class DutyTable {
  readonly duties: readonly Duty[];

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(BLOB_STORE) private readonly blobs: BlobStore,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
    private readonly dataSource: DataSource,
    dispatch: Dispatch,
    outbox: Outbox,
    schedules: Schedules,
    feeds: FeedFollowers,
    removals: ProjectRemovals,
  ) {
    const presence = new PresenceWatch(engine);
    this.duties = [
      // The sweeps are the safety net of lost wake-ups.
      { name: SWEEP, everyMs: 3 * SECOND_MS, run: () => dispatch.run() },
      { name: 'sweep of the outbox', everyMs: 5 * SECOND_MS, run: () => outbox.run() },
      // Between two rounds it sleeps until the next planned time.
      { name: 'sweep of schedules', everyMs: 30 * SECOND_MS, run: () => schedules.run() },
      { name: 'sweep of listings', everyMs: 5 * SECOND_MS, run: () => this.sweepListings() },
      { name: 'lease expiry', everyMs: PRESENCE_SECONDS * SECOND_MS, run: () => this.expireLeases() },
      { name: 'runner presence', everyMs: PRESENCE_SECONDS * SECOND_MS, run: () => presence.look() },
      { name: 'expiry of decisions', everyMs: 20 * SECOND_MS, run: () => this.expireDecisions() },
      // Messages wake these four.
      { name: 'counts of tasks by day', everyMs: 30 * SECOND_MS, run: () => feeds.days.run() },
      { name: 'alerts', everyMs: 30 * SECOND_MS, run: () => feeds.alerts.run() },
      { name: 'removal of projects', everyMs: 5 * SECOND_MS, run: () => removals.run() },
      { name: 'counts of usage', everyMs: 30 * SECOND_MS, run: () => feeds.usage?.run() ?? Promise.resolve() },
      { name: 'renewal of plans', everyMs: 60 * SECOND_MS, run: () => this.renewPlans() },
      // The api makes it: what a project begins with are the api's resources.
      { name: 'reset of the demo', everyMs: 10 * SECOND_MS, run: () => this.announceDemo() },
      { name: 'retention of tasks', everyMs: 600 * SECOND_MS, run: () => this.deleteOldTasks() },
      { name: 'archiving of logs', everyMs: 60 * SECOND_MS, run: () => this.archiveLogs() },
      { name: 'taking over of blobs', everyMs: 60 * SECOND_MS, run: () => this.takeOverBlobs() },
      { name: 'retention of archived logs', everyMs: HOUR_MS, run: () => collectSegments(this.engine) },
      { name: 'retention of the outbox', everyMs: HOUR_MS, run: () => retireMessages(dataSource) },
      { name: 'retention of planned times', everyMs: HOUR_MS, run: () => deleteOldRuns(this.engine) },
      { name: 'retention of webhooks', everyMs: 60 * SECOND_MS, run: () => deleteOldWebhooks(dataSource) },
      { name: 'retention of sessions', everyMs: HOUR_MS, run: () => this.deleteOldSessions() },
      { name: 'retention of links to logs', everyMs: HOUR_MS, run: () => this.deleteOldLogLinks() },
      { name: 'retention of audit records', everyMs: HOUR_MS, run: () => this.deleteOldAudit() },
    ];
  }

  /** Presence comes first: after an absence of the control plane leases get a grace period. */
  private async expireLeases(): Promise<void> {
    if (await keepPresence(this.engine, 'dispatcher')) {
      this.logger.warn('The control plane was away: every lease is extended by its full time');
    }
    const expired = await expireLeases(this.engine);
    if (expired > 0) {
      this.logger.warn({ expired }, 'Leases expired');
    }
  }

  private async renewPlans(): Promise<void> {
    if (this.config.SWITCHYARD_EDITION === 'hosted') {
      await renewPlans(this.dataSource);
    }
  }

  private async announceDemo(): Promise<void> {
    if (this.config.SWITCHYARD_DEMO && (await isDemoDue(this.dataSource))) {
      this.engine.signals.demoDue();
    }
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

  /** What versions before have put at the root of the bucket, or a database had that this one was copied from. */
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

  private sweepListings(): Promise<void> {
    return sweepListings(this.engine, this.config.SWITCHYARD_SCHEDULE_TIMEZONE);
  }

  private expireDecisions(): Promise<number> {
    const { SWITCHYARD_CONFIRMATION_TIMEOUT_MINUTES: minutes, SWITCHYARD_WORKSPACE_HOLD_MINUTES: heldMinutes } =
      this.config;
    return expireDecisions(this.engine, { minutes, heldMinutes });
  }

  private async deleteOldTasks(): Promise<void> {
    await deleteOldLaunchKeys(this.engine);
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

  private deleteOldLogLinks(): Promise<number> {
    return deleteOldLogLinks(this.dataSource);
  }

  private deleteOldAudit(): Promise<number> {
    return deleteOldAudit(this.dataSource, this.config.SWITCHYARD_AUDIT_DAYS);
  }
}
