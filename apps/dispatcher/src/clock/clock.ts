import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { SchedulerRegistry } from '@nestjs/schedule';
import type { Logger } from '@switchyard/server';
import { LOGGER } from '../infrastructure/tokens.js';
import { DutyRounds } from './duties.js';
import { DutyTable } from './duty-table.js';

/** Runs every duty of the table at the start and then at its interval, and ends with the rounds that are running. */
@Injectable()
export class Clock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly rounds: ReadonlyMap<string, DutyRounds>;

  constructor(
    @Inject(DutyTable) private readonly table: Pick<DutyTable, 'duties'>,
    private readonly registry: SchedulerRegistry,
    @Inject(LOGGER) logger: Logger,
  ) {
    this.rounds = new Map(table.duties.map((duty) => [duty.name, new DutyRounds(duty, logger)]));
  }

  /** Milliseconds since the duty last succeeded, or since the start. */
  sinceSuccessMs(name: string): number {
    return this.rounds.get(name)?.sinceSuccessMs ?? Infinity;
  }

  onApplicationBootstrap(): void {
    for (const { name, everyMs } of this.table.duties) {
      const tick = (): void => this.rounds.get(name)?.tick();
      this.registry.addInterval(name, setInterval(tick, everyMs));
      tick();
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.registry.getIntervals().forEach((name) => this.registry.deleteInterval(name));
    await Promise.all([...this.rounds.values()].map((rounds) => rounds.settled()));
  }
}
