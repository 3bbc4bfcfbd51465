import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { UsageCounter } from '@switchyard/billing';
import { BusChannel, serverChannels, serverTargetId } from '@switchyard/contracts';
import { AlertWriter, CommitStatusWriter, DayCounter, type Engine, type AlertTargets } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { BUS, DISPATCHER_CONFIG, ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { FeedFollower } from './feed-follower.js';

/** Shortest time between two rounds, in milliseconds: under load each handles many transitions. */
const ALERTS_MS = 1_000;
const STATUSES_MS = 1_000;
const DAYS_MS = 5_000;
const USAGE_MS = 1_000;

/** What follows the stream of transitions: alerts, statuses of commits, the counts of tasks by day, and what projects used. Messages wake them; the clock sweeps. */
@Injectable()
export class FeedFollowers implements OnApplicationBootstrap, OnModuleDestroy {
  readonly alerts: FeedFollower;
  readonly days: FeedFollower;
  readonly statuses: FeedFollower;
  /** Where projects are paid for. */
  readonly usage: FeedFollower | null;
  private stops: (() => void)[] = [];

  constructor(
    @Inject(ENGINE) engine: Engine,
    @Inject(DISPATCHER_CONFIG) config: DispatcherConfig,
    @Inject(LOGGER) logger: Logger,
    @Inject(BUS) private readonly bus: MessageBus,
  ) {
    const failing = (error: unknown): void =>
      logger.warn({ err: error }, 'Transitions could not be followed; the sweep tries again');
    this.alerts = new FeedFollower(new AlertWriter(engine, alertTargets(config)), ALERTS_MS, failing);
    this.statuses = new FeedFollower(new CommitStatusWriter(engine), STATUSES_MS, failing);
    this.days = new FeedFollower(new DayCounter(engine), DAYS_MS, failing);
    this.usage =
      config.SWITCHYARD_EDITION === 'hosted'
        ? new FeedFollower(new UsageCounter(engine, config.SWITCHYARD_SCHEDULE_TIMEZONE), USAGE_MS, failing)
        : null;
  }

  onApplicationBootstrap(): void {
    this.stops = [
      this.bus.subscribe(BusChannel.task, () => this.request()),
      this.bus.subscribe(BusChannel.missed, () => this.alerts.request()),
      this.bus.onReconnect(() => this.request()),
    ];
  }

  async onModuleDestroy(): Promise<void> {
    this.stops.forEach((stop) => stop());
    await Promise.all([this.alerts.close(), this.days.close(), this.statuses.close(), this.usage?.close()]);
  }

  private request(): void {
    this.alerts.request();
    this.days.request();
    this.statuses.request();
    this.usage?.request();
  }
}

/** Where the settings send alerts of every project. */
function alertTargets(config: DispatcherConfig): AlertTargets {
  const channels = serverChannels(config);
  const withoutChat = channels.filter(({ type, target }) => type === 'telegram' && target === '');
  return {
    server: channels.map(({ type }) => serverTargetId(type)),
    chats: withoutChat.map(({ type }) => serverTargetId(type)),
    mail: config.SWITCHYARD_SMTP_URL !== undefined,
  };
}
