import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import { renewTiers } from '@switchyard/billing';
import { isDemoDue } from '@switchyard/database';
import {
  type Engine,
  expireDecisions,
  expireLeases,
  keepPresence,
  PRESENCE_SECONDS,
  PresenceWatch,
  sweepListings,
} from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { LOGGER, DISPATCHER_CONFIG, ENGINE } from '../infrastructure/infrastructure.js';
import { DutyRounds, type Duty, SECOND_MS } from './duties.js';
import type { DispatcherConfig } from '../config.js';
import { Dispatch } from '../dispatch/dispatch.js';
import { FeedFollowers } from '../duties/feed-followers.js';
import { ProjectRemovals } from '../duties/project-removals.js';
import { Schedules } from '../duties/schedules.js';
import { WorkflowRuns } from '../duties/workflow-runs.js';
import { Outbox } from '../outbox/outbox.js';
import { AuditDelivery } from '../outbox/audit/audit-delivery.js';
import { RetentionDuties } from './retention-duties.js';

/** The duty whose failure means that nothing is dispatched. */
export const SWEEP = 'sweep';

/** Starts tasks that nobody launches by hand: those of schedules and of workflows. */
@Injectable()
export class StartDuties {
  readonly duties: readonly Duty[];

  constructor(schedules: Schedules, workflows: WorkflowRuns) {
    this.duties = [
      { name: 'sweep of schedules', everyMs: 30 * SECOND_MS, run: () => schedules.run() },
      { name: 'runs of workflows', everyMs: 5 * SECOND_MS, run: () => workflows.run() },
    ];
  }
}

/** Work that messages begin, and that these rounds begin where a message was lost. */
@Injectable()
export class SweepDuties {
  readonly duties: readonly Duty[];

  constructor(
    dispatch: Dispatch,
    outbox: Outbox,
    starts: StartDuties,
    feeds: FeedFollowers,
    removals: ProjectRemovals,
    audit: AuditDelivery,
  ) {
    this.duties = [
      { name: SWEEP, everyMs: 3 * SECOND_MS, run: () => dispatch.run() },
      { name: 'sweep of the outbox', everyMs: 5 * SECOND_MS, run: () => outbox.run() },
      // Between two rounds it sleeps until the next due time.
      { name: 'delivery of the audit log', everyMs: 3 * SECOND_MS, run: () => audit.run() },
      ...starts.duties,
      { name: 'counts of tasks by day', everyMs: 30 * SECOND_MS, run: () => feeds.days.run() },
      { name: 'alerts', everyMs: 30 * SECOND_MS, run: () => feeds.alerts.run() },
      { name: 'statuses of commits', everyMs: 30 * SECOND_MS, run: () => feeds.statuses.run() },
      { name: 'removal of projects', everyMs: 5 * SECOND_MS, run: () => removals.run() },
      { name: 'counts of usage', everyMs: 30 * SECOND_MS, run: () => feeds.usage?.run() ?? Promise.resolve() },
    ];
  }
}

/** Every duty of the clock: what it is for, and how often. */
@Injectable()
export class DutyTable {
  readonly duties: readonly Duty[];

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
    private readonly dataSource: DataSource,
    sweeps: SweepDuties,
    retention: RetentionDuties,
  ) {
    const presence = new PresenceWatch(engine);
    this.duties = [
      ...sweeps.duties,
      { name: 'sweep of listings', everyMs: 5 * SECOND_MS, run: () => this.sweepListings() },
      { name: 'lease expiry', everyMs: PRESENCE_SECONDS * SECOND_MS, run: () => this.expireLeases() },
      { name: 'runner presence', everyMs: PRESENCE_SECONDS * SECOND_MS, run: () => presence.look() },
      { name: 'expiry of decisions', everyMs: 20 * SECOND_MS, run: () => this.expireDecisions() },
      { name: 'renewal of tiers', everyMs: 60 * SECOND_MS, run: () => this.renewTiers() },
      // The api makes it: what a project begins with are the api's resources.
      { name: 'reset of the demo', everyMs: 10 * SECOND_MS, run: () => this.announceDemo() },
      ...retention.duties,
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

  private async renewTiers(): Promise<void> {
    if (this.config.SWITCHYARD_EDITION === 'hosted') {
      await renewTiers(this.dataSource);
    }
  }

  private async announceDemo(): Promise<void> {
    if (this.config.SWITCHYARD_DEMO && (await isDemoDue(this.dataSource))) {
      this.engine.signals.demoDue();
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
}

/** Runs every duty of the table at the start and then at its interval, and ends with the rounds that are running. */
@Injectable()
export class Clock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: ReadonlyMap<string, DutyRounds>;

  constructor(
    @Inject(DutyTable) private readonly table: Pick<DutyTable, 'duties'>,
    private readonly registry: SchedulerRegistry,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Map(table.duties.map((duty) => [duty.name, new DutyRounds(duty, logger)]));
  }

  /** Milliseconds since the duty last succeeded, or since the start. */
  sinceSuccessMs(name: string): number {
    return this.rounds.get(name)?.sinceSuccessMs ?? Infinity;
  }

  onApplicationBootstrap(): void {
    for (const { name, everyMs } of this.table.duties) {
      const tick = (): void => this.rounds.get(name)?.tick();
      this.registry.addInterval(name, setInterval(tick, everyMs));
      tick();
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.registry.getIntervals().forEach((name) => this.registry.deleteInterval(name));
    await Promise.all([...this.rounds.values()].map((rounds) => rounds.settled()));
  }
}
