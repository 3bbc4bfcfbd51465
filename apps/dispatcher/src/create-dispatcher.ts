import { type INestApplicationContext, Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { ScheduleModule } from '@nestjs/schedule';
import { NestLogger, type Logger } from '@switchyard/server';
import type { DispatcherConfig } from './config.js';
import {
  openDispatcherInfrastructure,
  InfrastructureModule,
  type DispatcherInfrastructure,
} from './infrastructure/infrastructure.js';
import { AuditDelivery } from './outbox/audit/audit-delivery.js';
import { AuditSender } from './outbox/audit/audit-sender.js';
import { AuditTest } from './outbox/audit/audit-test.js';
import { Clock, DutyTable, StartDuties, SweepDuties } from './clock/clock.js';
import { RetentionDuties } from './clock/retention-duties.js';
import { HealthEndpoint, Readiness } from './clock/health.js';
import { Dispatch, DispatchWorker, Drain, WaitingReasons } from './dispatch/dispatch.js';
import { FeedFollowers } from './duties/feed-followers.js';
import { ProjectRemovals } from './duties/project-removals.js';
import { Schedules } from './duties/schedules.js';
import { WorkflowRuns } from './duties/workflow-runs.js';
import { Metrics } from './metrics/metrics.js';
import { AlertChannel, AlertSenders, AlertServer, AlertUser, MessageSenders } from './outbox/message-senders.js';
import { AlertSender } from './outbox/alerts/alert-sender.js';
import { ForgeClient } from './outbox/forges/forge-client.js';
import { CommitStatus } from './outbox/forges/commit-status.js';
import { PullRequestComment } from './outbox/forges/pull-request-comment.js';
import { Outbox, OutboxWorker } from './outbox/outbox.js';
import { RunnerNotification } from './outbox/runner-notification.js';

/**
 * The whole dispatcher, at work. Waits for database and queue as long as it takes.
 * @param signal gives up waiting
 */
export async function createDispatcher(
  config: DispatcherConfig,
  logger: Logger,
  signal: AbortSignal,
): Promise<INestApplicationContext> {
  const infrastructure = await openDispatcherInfrastructure(config, logger, signal);
  try {
    return await NestFactory.createApplicationContext(DispatcherModule.forRoot(infrastructure), {
      abortOnError: false,
      logger: new NestLogger(logger),
    });
  } catch (error) {
    await infrastructure.close();
    throw error;
  }
}

/** Gives waiting tasks to runners. */
const dispatch = [Drain, WaitingReasons, Dispatch, DispatchWorker];
/** Sends the messages that were written with the steps of tasks. */
const outbox = [
  RunnerNotification,
  AlertSender,
  AlertChannel,
  AlertServer,
  AlertUser,
  AlertSenders,
  ForgeClient,
  CommitStatus,
  PullRequestComment,
  AuditSender,
  AuditTest,
  AuditDelivery,
  MessageSenders,
  Outbox,
  OutboxWorker,
];
/** Repeats every duty of the dispatcher; health is for supervisors. */
const clock = [
  FeedFollowers,
  ProjectRemovals,
  Schedules,
  WorkflowRuns,
  StartDuties,
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
class DispatcherModule {
  static forRoot(infrastructure: DispatcherInfrastructure): DynamicModule {
    return { module: DispatcherModule, imports: [InfrastructureModule.forRoot(infrastructure)] };
  }
}
