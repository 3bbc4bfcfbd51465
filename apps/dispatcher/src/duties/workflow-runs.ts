import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { asLongAsRun, CoalescedSet, CoalescedWork } from '@switchyard/concurrency';
import { BusChannel, FINAL_STATUSES, isFinal, readTaskMessage } from '@switchyard/contracts';
import { advanceRuns, type Engine } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import { BUS, ENGINE, LOGGER } from '../infrastructure/infrastructure.js';

/** Messages that may be about a task that has ended: the others need not be decoded. */
const ENDED = new RegExp(`"status":"(?:${FINAL_STATUSES.join('|')})"`);

/** Advances runs of workflows: those of a task that has ended, and at each round of the clock all that a lost message has left. */
@Injectable()
export class WorkflowRuns implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly ends = new CoalescedSet<number>((taskIds) => this.tried(advanceRuns(this.engine, [...taskIds])), {
    pauseMs: asLongAsRun,
  });

  private readonly rounds = new CoalescedWork(() => advanceRuns(this.engine));
  private stops: (() => void)[] = [];

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
    this.stops.forEach((stop) => stop());
    await this.ends.close();
    await this.rounds.settled();
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
