import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { asLongAsRun, CoalescedWork } from '@switchyard/concurrency';
import { BusChannel } from '@switchyard/contracts';
import { type Engine, removeProjects } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import { BUS, ENGINE, LOGGER } from '../infrastructure/infrastructure.js';

/** Removes the rows of deleted projects: at a message, and at each round of the clock for what a round has left. */
@Injectable()
export class ProjectRemovals implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly work = new CoalescedWork(() => this.remove(), { pauseMs: asLongAsRun });
  private unsubscribe: (() => void) | undefined;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  onApplicationBootstrap(): void {
    this.unsubscribe = this.bus.subscribe(BusChannel.removal, () => this.request());
  }

  /** Fulfilled when a round that began after the call is over. */
  run(): Promise<void> {
    return this.work.run();
  }

  async onModuleDestroy(): Promise<void> {
    this.unsubscribe?.();
    await this.work.settled();
  }

  private request(): void {
    this.run().catch((error: unknown) =>
      this.logger.warn({ err: error }, 'Deleted projects could not be removed; the next round tries again'),
    );
  }

  private async remove(): Promise<void> {
    const removed = await removeProjects(this.engine);
    if (removed > 0) {
      this.logger.info({ removed }, 'Deleted projects are gone');
    }
  }
}
