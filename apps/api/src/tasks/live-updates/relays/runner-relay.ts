import {
  type BeforeApplicationShutdown,
  Inject,
  Injectable,
  Logger,
  type OnApplicationBootstrap,
} from '@nestjs/common';
import { CoalescedSet } from '@switchyard/concurrency';
import { BusChannel } from '@switchyard/contracts';
import type { MessageBus } from '@switchyard/server';
import { DataSource } from 'typeorm';
import { BUS } from '../../../platform/infrastructure/tokens.js';
import { ConsoleClients } from '../console/console-clients.js';
import { findProjectsOfRunners } from '../live-updates.repository.js';

/** Shortest time between two messages to the consoles of this replica, in milliseconds: each fetches its list again. */
const PACE_MS = 1_000;
/** Stands for the pages that show every runner; projects count from 1. */
const EVERY_RUNNER = 0;

/** Sends a message to the runner pages open at this replica when what they show is out of date. */
@Injectable()
export class RunnerRelay implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(RunnerRelay.name);
  private stops: (() => void)[] = [];
  private readonly pages = new CoalescedSet<number>(
    (pages) => pages.forEach((page) => this.console.sendRunnersChanged(page === EVERY_RUNNER ? null : page)),
    { pauseMs: () => PACE_MS, background: true },
  );

  constructor(
    private readonly console: ConsoleClients,
    private readonly dataSource: DataSource,
    @Inject(BUS) private readonly bus: MessageBus,
  ) {}

  onApplicationBootstrap(): void {
    const changed = (payload: string): Promise<void> =>
      this.runnersChanged(payload.split(',').map(Number)).catch((error: unknown) =>
        this.log.warn(`live updates: ${String(error)}`),
      );
    this.stops = [
      // The work of runners changes with tasks. Pages of a project see its tasks themselves.
      this.bus.subscribe(BusChannel.task, () => this.sendToAdministrators()),
      this.bus.subscribe(BusChannel.fleet, (payload) => void changed(payload)),
      this.bus.onReconnect(() => this.recheck()),
    ];
  }

  beforeApplicationShutdown(): void {
    this.stops.forEach((stop) => stop());
  }

  /** These runners changed. A global one may serve any project, one that is gone may have been of any. */
  private async runnersChanged(ids: readonly number[]): Promise<void> {
    const projects = this.console.projectsWithWatchedRunners();
    if (projects.length > 0) {
      const found = await findProjectsOfRunners(this.dataSource.manager, ids);
      const changed = new Set(found);
      const isAny = found.length < ids.length || changed.has(null);
      this.pages.add(isAny ? projects : projects.filter((id) => changed.has(id)));
    }
    this.sendToAdministrators();
  }

  /** Messages may have been missed. */
  private recheck(): void {
    this.pages.add(this.console.projectsWithWatchedRunners());
    this.sendToAdministrators();
  }

  private sendToAdministrators(): void {
    if (this.console.watchesEveryRunner()) {
      this.pages.add([EVERY_RUNNER]);
    }
  }
}
