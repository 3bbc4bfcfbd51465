import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { asLongAsRun, CoalescedWork } from '@switchyard/concurrency';
import { BusChannel } from '@switchyard/contracts';
import { type Engine, fireSchedules } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { BUS, DISPATCHER_CONFIG, ENGINE, LOGGER } from '../infrastructure/infrastructure.js';

/** Longest sleep, in milliseconds: what a lost message costs at most. */
const LONGEST_SLEEP_MS = 60_000;
/** Shortest sleep, while something is due that this process cannot have. */
const SHORTEST_SLEEP_MS = 250;

/** Sleep after a failure, in milliseconds. */
const RETRY_MS = 1_000;

/** Starts what is due, then sleeps until the next due time or until a schedule changes. */
@Injectable()
export class Schedules implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new CoalescedWork(() => this.fire(), { pauseMs: asLongAsRun });
  private timer: NodeJS.Timeout | undefined;
  private unsubscribe: (() => void) | undefined;
  private stopped = false;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.bus.subscribe(BusChannel.schedule, () => this.request());
  }

  /** Fulfilled when all that was due at the call is started. */
  run(): Promise<void> {
    return this.work.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    this.unsubscribe?.();
    clearTimeout(this.timer);
    await this.work.settled();
  }

  private request(): void {
    this.run().catch((error: unknown) => this.logger.error({ err: error }, 'Schedules could not be started'));
  }

  private async fire(): Promise<void> {
    let nextMs: number | null = RETRY_MS;
    try {
      const fired = await fireSchedules(this.engine, this.config.SWITCHYARD_SCHEDULE_TIMEZONE);
      ({ nextMs } = fired);
      if (fired.failures.length > 0) {
        throw new AggregateError(fired.failures, `${fired.failures.length} schedules could not be started`);
      }
    } finally {
      this.sleep(nextMs);
    }
  }

  private sleep(nextMs: number | null): void {
    clearTimeout(this.timer);
    if (!this.stopped) {
      const ms = Math.min(Math.max(nextMs ?? LONGEST_SLEEP_MS, SHORTEST_SLEEP_MS), LONGEST_SLEEP_MS);
      this.timer = setTimeout(() => this.request(), ms);
    }
  }
}
