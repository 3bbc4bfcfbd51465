import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
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
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private pauseMs = PAUSE_MS;
  private requested = false;
  private stopped = false;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Requests a round. Returns at once. */
  request(): void {
    this.requested = true;
    if (!this.timer && !this.stopped) {
      this.timer = setTimeout(() => {
        this.round = this.run();
      }, this.pauseMs);
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private async run(): Promise<void> {
    this.requested = false;
    const began = performance.now();
    try {
      await explainWaiting(this.engine);
    } catch (error) {
      this.logger.warn({ err: error }, 'The waiting reasons could not be written');
    }
    this.pauseMs = Math.max(PAUSE_MS, PAUSE_FACTOR * (performance.now() - began));
    this.timer = undefined;
    if (this.requested) {
      this.request();
    }
  }
}
