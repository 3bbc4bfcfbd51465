import { Inject, Injectable } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
import { LOGGER } from '../infrastructure/tokens.js';
import { Drain } from './drain.js';
import { WaitingReasons } from './waiting-reasons.js';

/** Assigns all that can be assigned, then has the waiting reasons of the rest updated. */
@Injectable()
export class Dispatch {
  constructor(
    private readonly drain: Drain,
    private readonly reasons: WaitingReasons,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Fulfilled when a drain that began after the call has assigned all it could. */
  async run(): Promise<void> {
    await this.drain.run();
    this.reasons.request();
  }

  /** Requests a run and returns at once; the sweep makes up for a failure. */
  request(): void {
    this.run().catch((error: unknown) => this.logger.error({ err: error }, 'Waiting tasks could not be assigned'));
  }

  /** Fulfilled when every requested run has ended. */
  settled(): Promise<void> {
    return this.drain.settled();
  }
}
