import { Module, type DynamicModule } from '@nestjs/common';
import { ScheduleModule } from '@nestjs/schedule';
import { Clock } from './clock/clock.js';
import { DutyTable, SweepDuties } from './clock/duty-table.js';
import { RetentionDuties } from './clock/retention-duties.js';
import { HealthEndpoint } from './clock/health.js';
import { Readiness } from './clock/readiness.js';
import { Dispatch, DispatchWorker, Drain } from './dispatch/dispatch.js';
import { WaitingReasons } from './dispatch/waiting-reasons.js';
import { FeedFollowers } from './duties/feed-followers.js';
import { ProjectRemovals } from './duties/project-removals.js';
import { Schedules } from './duties/schedules.js';
import { InfrastructureModule } from './infrastructure/infrastructure.js';
import type { DispatcherInfrastructure } from './infrastructure/open-infrastructure.js';
import { Metrics } from './metrics/metrics.js';
import { AlertChannel, AlertServer, AlertUser } from './outbox/alert-senders.js';
import { AlertSender } from './outbox/alerts/alert-sender.js';
import { CommitStatus } from './outbox/forges/commit-status.js';
import { PullRequestComment } from './outbox/forges/pull-request-comment.js';
import { MessageSenders } from './outbox/message-senders.js';
import { Outbox } from './outbox/outbox.js';
import { OutboxWorker } from './outbox/outbox-worker.js';
import { RunnerNotification } from './outbox/runner-notification.js';

/** Gives waiting tasks to runners. */
const dispatch = [Drain, WaitingReasons, Dispatch, DispatchWorker];
/** Sends the messages that were written with the steps of tasks. */
const outbox = [
  RunnerNotification,
  AlertSender,
  AlertChannel,
  AlertServer,
  AlertUser,
  CommitStatus,
  PullRequestComment,
  MessageSenders,
  Outbox,
  OutboxWorker,
];
/** Repeats every duty of the dispatcher; health is for supervisors. */
const clock = [
  FeedFollowers,
  ProjectRemovals,
  Schedules,
  SweepDuties,
  RetentionDuties,
  DutyTable,
  Clock,
  Metrics,
  Readiness,
  HealthEndpoint,
];

/** The whole app. */
@Module({ imports: [ScheduleModule.forRoot()], providers: [...dispatch, ...outbox, ...clock] })
export class DispatcherModule {
  static forRoot(infrastructure: DispatcherInfrastructure): DynamicModule {
    return { module: DispatcherModule, imports: [InfrastructureModule.forRoot(infrastructure)] };
  }
}
