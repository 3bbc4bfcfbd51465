import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { asLongAsRun, CoalescedWork } from '@switchyard/concurrency';
import { BusChannel } from '@switchyard/contracts';
import { advanceRuns, type Engine } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import { BUS, ENGINE, LOGGER } from '../infrastructure/infrastructure.js';

/** Advances runs of workflows: when a task has changed, and at each round of the clock for what a lost message has left. */
@Injectable()
export class WorkflowRuns implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new CoalescedWork(() => advanceRuns(this.engine), { pauseMs: asLongAsRun });
  private stops: (() => void)[] = [];

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.stops = [
      this.bus.subscribe(BusChannel.task, () => this.request()),
      this.bus.onReconnect(() => this.request()),
    ];
  }

  /** Fulfilled when a round that began after the call is over. */
  async run(): Promise<void> {
    await this.work.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.stops.forEach((stop) => stop());
    await this.work.settled();
  }

  private request(): void {
    this.run().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Runs of workflows could not be advanced; the sweep tries again'),
    );
  }
}
