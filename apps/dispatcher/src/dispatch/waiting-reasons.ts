import { Inject, Injectable, type OnModuleDestroy } from '@nestjs/common';
import { explainWaiting, type Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { ENGINE, LOGGER } from '../infrastructure/tokens.js';

/** Time between two rounds: people need no faster news, and a drain must not pay for it. */
const PAUSE_MS = 300;

/** Keeps the waiting reasons up to date, soon after each drain but never more often than every {@link PAUSE_MS}. */
@Injectable()
export class WaitingReasons implements OnModuleDestroy {
  private timer: NodeJS.Timeout | undefined;
  private round: Promise<void> | undefined;
  private asked = false;
  private stopped = false;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Asks for a round. Returns at once. */
  request(): void {
    this.asked = true;
    if (!this.timer && !this.stopped) {
      this.timer = setTimeout(() => {
        this.round = this.run();
      }, PAUSE_MS);
    }
  }

  async onModuleDestroy(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.round;
  }

  private async run(): Promise<void> {
    this.asked = false;
    try {
      await explainWaiting(this.engine);
    } catch (error) {
      this.logger.warn({ err: error }, 'The waiting reasons could not be written');
    }
    this.timer = undefined;
    if (this.asked) {
      this.request();
    }
  }
}
