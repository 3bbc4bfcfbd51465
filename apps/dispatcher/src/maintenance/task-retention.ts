import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { deleteOldEvents, deleteOldLaunchKeys, deleteOldTasks, type Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { DISPATCHER_CONFIG, ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

const EVERY_MS = 600_000;

/** Removes finished tasks beyond the number and the age that are kept, keys of launches that nobody repeats, and old events. */
@Injectable()
export class TaskRetention implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
    @Inject(DISPATCHER_CONFIG) private readonly config: DispatcherConfig,
  ) {
    const work = (): Promise<void> => this.remove();
    this.loop = new RepeatedWork({ name: 'retention of tasks', everyMs: EVERY_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  private async remove(): Promise<void> {
    await deleteOldLaunchKeys(this.engine);
    await deleteOldEvents(this.engine);
    const { SWITCHYARD_MAX_TASKS_PER_TEMPLATE: perTemplate, SWITCHYARD_MAX_TASK_AGE_DAYS: maxAgeDays } = this.config;
    const removed = await deleteOldTasks(this.engine, { perTemplate, maxAgeDays });
    if (removed > 0) {
      this.logger.info({ removed }, 'Old tasks were removed');
    }
  }
}
