import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { CoalescedWork } from '@switchyard/concurrency';
import { explainWaiting, type Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { ENGINE, LOGGER } from '../infrastructure/tokens.js';

/** Shortest time between two rounds: people need no faster updates. */
const PAUSE_MS = 300;
/** A pause is at least so many times as long as the round before it, so that a long queue costs the database little. */
const PAUSE_FACTOR = 20;

/** Keeps the waiting reasons up to date, soon after each drain but never at its expense. */
@Injectable()
export class WaitingReasons implements OnModuleDestroy {
  private readonly rounds = new CoalescedWork(() => this.round(), {
    gatherMs: PAUSE_MS,
    pauseMs: ({ workedMs }) => PAUSE_FACTOR * workedMs,
  });

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Requests a round. Returns at once. */
  request(): void {
    void this.rounds.run();
  }

  onModuleDestroy(): Promise<void> {
    return this.rounds.close();
  }

  private async round(): Promise<void> {
    try {
      await explainWaiting(this.engine);
    } catch (error) {
      this.logger.warn({ err: error }, 'The waiting reasons could not be written');
    }
  }
}
