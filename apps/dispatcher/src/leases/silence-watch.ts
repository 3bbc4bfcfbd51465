import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Engine, PRESENCE_SECONDS, PresenceWatch } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

/** Tells people that runners fell silent or are heard again, which no runner says itself. */
@Injectable()
export class SilenceWatch implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(@Inject(ENGINE) engine: Engine, @Inject(LOGGER) logger: Logger) {
    const watch = new PresenceWatch(engine);
    const work = (): Promise<void> => watch.look();
    this.loop = new RepeatedWork({ name: 'silence watch', everyMs: PRESENCE_SECONDS * 1000, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
