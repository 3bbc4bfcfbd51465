import { Injectable } from '@nestjs/common';
import { CoalescedSet } from '@switchyard/concurrency';
import { DataSource } from 'typeorm';
import { ConsoleClients } from '../console/console-clients.js';
import { findProjectsOfRunners } from '../live-updates.repository.js';

/** Shortest time between two messages to the consoles of this replica, in milliseconds: each fetches its list again. */
const PACE_MS = 1_000;
/** Stands for the pages that show every runner; projects count from 1. */
const EVERY_RUNNER = 0;

/** Sends a message to the runner pages open at this replica when what they show is out of date. */
@Injectable()
export class RunnerRelay {
  private readonly pages = new CoalescedSet<number>(
    (pages) => pages.forEach((page) => this.console.sendRunnersChanged(page === EVERY_RUNNER ? null : page)),
    { pauseMs: () => PACE_MS, background: true },
  );

  constructor(
    private readonly console: ConsoleClients,
    private readonly dataSource: DataSource,
  ) {}

  /** These runners changed. A global one may serve any project, one that is gone may have been of any. */
  async runnersChanged(ids: readonly number[]): Promise<void> {
    const projects = this.console.projectsWithWatchedRunners();
    if (projects.length > 0) {
      const found = await findProjectsOfRunners(this.dataSource.manager, ids);
      const changed = new Set(found);
      const isAny = found.length < ids.length || changed.has(null);
      this.pages.add(isAny ? projects : projects.filter((id) => changed.has(id)));
    }
    this.sendToAdministrators();
  }

  /** Some task changed, and with it perhaps what a runner has to do. Pages of a project see its tasks themselves. */
  taskChanged(): void {
    this.sendToAdministrators();
  }

  /** Messages may have been missed. */
  recheck(): void {
    this.pages.add(this.console.projectsWithWatchedRunners());
    this.sendToAdministrators();
  }

  private sendToAdministrators(): void {
    if (this.console.watchesEveryRunner()) {
      this.pages.add([EVERY_RUNNER]);
    }
  }
}
