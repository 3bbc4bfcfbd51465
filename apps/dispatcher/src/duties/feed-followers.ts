import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { UsageCounter } from '@switchyard/billing';
import { CoalescedWork } from '@switchyard/concurrency';
import { BusChannel, serverChannels, serverTargetId } from '@switchyard/contracts';
import { AlertWriter, CommitStatusWriter, DayCounter, type Engine, type AlertTargets } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { BUS, DISPATCHER_CONFIG, ENGINE, LOGGER } from '../infrastructure/infrastructure.js';

/** Somebody who reads the stream of transitions behind a cursor. */
interface FeedConsumer {
  /** Handles what has settled since the last round. */
  run(): Promise<unknown>;
  /** Transitions have not settled yet: another round soon may find more. */
  readonly isBehind: boolean;
}

/** How long transitions are gathered, in milliseconds. Dispatchers differ, so that one finds the work of the other done. */
const SHORTEST_GATHER_MS = 100;
const LONGEST_GATHER_MS = 400;
/** Pause before another look at what had not settled, in milliseconds. */
const SETTLE_MS = 1_000;

/** Rounds of a consumer: soon after a transition, and a short while after one that found some that had not settled. */
class FeedFollower {
  private readonly rounds: CoalescedWork;
  private timer: NodeJS.Timeout | undefined;

  /** @param pauseMs shortest time between two rounds */
  constructor(
    private readonly consumer: FeedConsumer,
    pauseMs: number,
    private readonly failed: (error: unknown) => void,
  ) {
    const gatherMs = SHORTEST_GATHER_MS + Math.random() * (LONGEST_GATHER_MS - SHORTEST_GATHER_MS);
    this.rounds = new CoalescedWork(() => this.round(), { gatherMs, pauseMs: () => pauseMs, background: true });
  }

  /** Fulfilled when a round that began after the call is over. */
  run(): Promise<void> {
    return this.rounds.run();
  }

  /** Requests a round and returns at once. */
  request(): void {
    this.run().catch(this.failed);
  }

  close(): Promise<void> {
    clearTimeout(this.timer);
    return this.rounds.close();
  }

  private async round(): Promise<void> {
    await this.consumer.run();
    if (this.consumer.isBehind) {
      clearTimeout(this.timer);
      this.timer = setTimeout(() => this.request(), SETTLE_MS).unref();
    }
  }
}

/** Shortest time between two rounds, in milliseconds: under load each handles many transitions. */
const ALERTS_MS = 1_000;
const STATUSES_MS = 1_000;
const DAYS_MS = 5_000;
const USAGE_MS = 1_000;

/**
 * Followers of the stream of transitions: alerts, statuses of commits, the counts of tasks by day, and the usage of projects.
 * Messages wake them; the clock sweeps.
 */
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
