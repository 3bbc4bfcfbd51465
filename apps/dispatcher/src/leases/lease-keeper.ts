import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { expireLeases, keepPresence, PRESENCE_SECONDS, type Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

/** Ends the attempts of lost runners. Says first that this dispatcher is here: after an absence leases get a grace period. */
@Injectable()
export class LeaseKeeper implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(
    @Inject(ENGINE) private readonly engine: Engine,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    const work = (): Promise<void> => this.keep();
    this.loop = new RepeatedWork({ name: 'lease keeper', everyMs: PRESENCE_SECONDS * 1000, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }

  private async keep(): Promise<void> {
    if (await keepPresence(this.engine, 'dispatcher')) {
      this.logger.warn('The control plane was away; every lease got its full time once more');
    }
    const expired = await expireLeases(this.engine);
    if (expired > 0) {
      this.logger.warn({ expired }, 'Leases ran out');
    }
  }
}
