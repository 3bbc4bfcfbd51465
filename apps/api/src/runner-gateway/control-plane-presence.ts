import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { type Engine, keepPresence, PRESENCE_SECONDS } from '@switchyard/engine';
import { ENGINE } from '../infrastructure/tokens.js';

/** Says every few seconds that runners can reach an api, so that a return after an absence gives leases a grace period. */
@Injectable()
export class ControlPlanePresence implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly log = new Logger(ControlPlanePresence.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(@Inject(ENGINE) private readonly engine: Engine) {}

  async onApplicationBootstrap(): Promise<void> {
    await this.tell();
    this.timer = setInterval(() => void this.tell(), PRESENCE_SECONDS * 1000);
  }

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  private async tell(): Promise<void> {
    try {
      if (await keepPresence(this.engine, 'api')) {
        this.log.log('The api was away; every lease got its full time once more');
      }
    } catch (error) {
      this.log.warn(`presence was not recorded: ${String(error)}`);
    }
  }
}
