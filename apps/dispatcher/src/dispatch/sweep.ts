import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
import { LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';
import { Dispatch } from './dispatch.js';

const SWEEP_MS = 3_000;

/** The safety net: dispatches every few seconds, in case a wake-up was lost. */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(@Inject(LOGGER) logger: Logger, dispatch: Dispatch) {
    this.loop = new RepeatedWork({ name: 'sweep', everyMs: SWEEP_MS, work: () => dispatch.run(), logger });
  }

  /** Milliseconds since a sweep last succeeded. */
  get sinceSuccessMs(): number {
    return this.loop.sinceSuccessMs;
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
