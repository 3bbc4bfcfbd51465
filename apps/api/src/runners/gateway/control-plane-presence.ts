import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Engine, keepPresence, PRESENCE_SECONDS } from '@switchyard/engine';
import { ENGINE } from '../../platform/infrastructure/tokens.js';

/** Records every few seconds that runners can reach an api, so that a return after an absence gives leases a grace period. */
@Injectable()
export class ControlPlanePresence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(ControlPlanePresence.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.record();
    this.timer = setInterval(() => void this.record(), PRESENCE_SECONDS * 1000);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async record(): Promise<void> {
    try {
      if (await keepPresence(this.engine, 'api')) {
        this.log.log('The api was away; every lease got its full time once more');
      }
    } catch (error) {
      this.log.warn(`presence was not recorded: ${String(error)}`);
    }
  }
}
