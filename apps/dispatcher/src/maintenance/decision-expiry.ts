import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { expireDecisions, type Engine } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import type { DispatcherConfig } from '../config.js';
import { DISPATCHER_CONFIG, ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { RepeatedWork } from '../loops/repeated-work.js';

const EVERY_MS = 20_000;

/** Cancels tasks whose plan nobody has decided about in time. */
@Injectable()
export class DecisionExpiry implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly loop: RepeatedWork;

  constructor(
    @Inject(ENGINE) engine: Engine,
    @Inject(LOGGER) logger: Logger,
    @Inject(DISPATCHER_CONFIG) { SWITCHYARD_CONFIRMATION_TIMEOUT_MINUTES: minutes }: DispatcherConfig,
  ) {
    const work = (): Promise<number> => expireDecisions(engine, minutes);
    this.loop = new RepeatedWork({ name: 'expiry of decisions', everyMs: EVERY_MS, work, logger });
  }

  onApplicationBootstrap(): void {
    this.loop.start();
  }

  async onModuleDestroy(): Promise<void> {
    await this.loop.stop();
  }
}
