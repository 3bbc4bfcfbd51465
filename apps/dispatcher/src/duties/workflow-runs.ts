import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { asLongAsRun, CoalescedSet, CoalescedWork } from '@switchyard/concurrency';
import { BusChannel, FINAL_STATUSES, isFinal, readTaskMessage } from '@switchyard/contracts';
import { advanceRuns, type Engine, untilNodeDue } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import { BUS, ENGINE, LOGGER } from '../infrastructure/infrastructure.js';

/** Messages that may be about a task that has ended: the others need not be decoded. */
const ENDED = new RegExp(`"status":"(?:${FINAL_STATUSES.join('|')})"`);

/** Longest sleep of a timer, in milliseconds: a month of a deadline is more than it takes. */
const LONGEST_SLEEP_MS = 60_000;

/**
 * Advances runs of workflows: those of a task that has ended, those of a node when its time is over, and at each round of the clock all
 * that a lost message has left.
 */
@Injectable()
export class WorkflowRuns implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly ends = new CoalescedSet<number>((taskIds) => this.tried(advanceRuns(this.engine, [...taskIds])), {
    pauseMs: asLongAsRun,
  });

  private readonly rounds = new CoalescedWork(() => this.round());
  private stops: (() => void)[] = [];
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stops = [
      this.bus.subscribe(BusChannel.task, (payload) => this.changed(payload)),
      this.bus.onReconnect(() => void this.tried(this.run())),
    ];
  }

  /** Fulfilled when a round that began after the call is over. */
  async run(): Promise<void> {
    await this.rounds.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.isStopped = true;
    this.stops.forEach((stop) => stop());
    clearTimeout(this.timer);
    await this.ends.close();
    await this.rounds.settled();
  }

  /** Nodes wait for a minute at least, so a round comes before the time of each. */
  private async round(): Promise<void> {
    try {
      await advanceRuns(this.engine);
    } finally {
      this.sleep(await untilNodeDue(this.engine));
    }
  }

  private sleep(ms: number | null): void {
    clearTimeout(this.timer);
    if (ms !== null && !this.isStopped) {
      this.timer = setTimeout(() => void this.tried(this.run()), Math.min(Math.ceil(ms), LONGEST_SLEEP_MS));
    }
  }

  private changed(payload: string): void {
    const update = ENDED.test(payload) ? readTaskMessage(payload) : null;
    if (update && isFinal(update.status)) {
      this.ends.add([update.task_id]);
    }
  }

  private async tried(work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Runs of workflows could not be advanced; the next round tries again'),
    );
  }
}
