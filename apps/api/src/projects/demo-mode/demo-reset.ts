import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { BusChannel, ProjectInput } from '@switchyard/contracts';
import type { Engine } from '@switchyard/engine';
import type { Logger, MessageBus } from '@switchyard/server';
import { DataSource, type EntityManager } from 'typeorm';
import { AccessChanges } from '../../auth/access/access-changes.js';
import type { ApiConfig } from '../../platform/config.js';
import { API_CONFIG, BUS, ENGINE, LOGGER } from '../../platform/infrastructure/tokens.js';
import { NewProject } from '../new-project.js';
import { lockProject, markDeleting } from '../project.repository.js';
import { admitVisitors, findKeeper, keepDemo, lockDueDemo, removeIdleVisitors } from './demo.repository.js';

/** Tasks of all visitors together that run at once. */
const MAX_PARALLEL_TASKS = 4;

/**
 * Puts a new demo project in the place of the one that visitors have used for long enough. Dispatchers know when it is time;
 * of the processes that get their message one does it, in one transaction, so that there is a demo at every moment.
 */
@Injectable()
export class DemoReset {
  constructor(
    private readonly dataSource: DataSource,
    private readonly newProject: NewProject,
    private readonly changes: AccessChanges,
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Never fails: the next message repeats it. Does nothing while it is not time. */
  run(): Promise<void> {
    return this.renew().catch((error: unknown) =>
      this.logger.error({ err: error }, 'The demo was not reset; the next look tries again'),
    );
  }

  private async renew(): Promise<void> {
    const members = await this.dataSource.transaction((manager) => this.replace(manager));
    if (members !== null) {
      this.changes.publish(members);
      this.engine.signals.dispatchNeeded('demo reset');
      this.logger.info({ visitors: members.length - 1 }, 'The demo was reset');
    }
  }

  /** The members of the new project; null = it is not time. */
  private async replace(manager: EntityManager): Promise<number[] | null> {
    const due = await lockDueDemo(manager);
    const keeper = due && (await findKeeper(manager));
    if (!due || !keeper) {
      return null;
    }
    await removeIdleVisitors(manager);
    const input = { name: 'Demo', demo: true, max_parallel_tasks: MAX_PARALLEL_TASKS };
    const { id } = await this.newProject.createIn(manager, keeper, ProjectInput.parse(input));
    const visitors = await admitVisitors(manager, id);
    if (due.projectId !== null && (await lockProject(manager, due.projectId))) {
      await markDeleting(manager, due.projectId);
    }
    await keepDemo(manager, id, this.config.SWITCHYARD_DEMO_RESET_HOURS);
    return [keeper.userId, ...visitors];
  }
}

/** Resets the demo at the start of the process and when a dispatcher says that it is time. */
@Injectable()
export class DemoResets implements OnApplicationBootstrap, OnModuleDestroy {
  private current: Promise<void> = Promise.resolve();
  private stopListening: () => void = () => undefined;

  constructor(
    private readonly reset: DemoReset,
    @Inject(BUS) private readonly bus: MessageBus,
    @Inject(API_CONFIG) private readonly config: ApiConfig,
  ) {}

  async onApplicationBootstrap(): Promise<void> {
    if (this.config.SWITCHYARD_DEMO) {
      this.stopListening = this.bus.subscribe(BusChannel.demo, () => this.begin());
      this.begin();
      await this.current;
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.stopListening();
    await this.current;
  }

  private begin(): void {
    this.current = this.reset.run();
  }
}
