import { Inject, Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { deleteOldSessions } from '@switchyard/database';
import { type Engine, expireLeases, keepPresence, PRESENCE_SECONDS } from '@switchyard/engine';
import type { Logger } from '@switchyard/server';
import { DispatchProcessor } from '../dispatch/dispatch.processor.js';
import { ENGINE, LOGGER } from '../infrastructure/tokens.js';
import { Duty } from './duty.js';

/** Pause between two sweeps, in milliseconds: the longest a task waits when every wake-up was lost. */
const SWEEP_MS = 3_000;
const LEASES_MS = 5_000;
const SESSIONS_MS = 3_600_000;
/** Days without use after which a session is over (rest contract 1.2). */
const SESSION_IDLE_DAYS = 7;

/** What happens by time rather than by event. Every duty may run in several dispatchers at once. */
@Injectable()
export class Clock implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly duties: readonly Duty[];

  constructor(@Inject(ENGINE) engine: Engine, @Inject(LOGGER) logger: Logger, dispatch: DispatchProcessor) {
    this.duties = [
      new Duty('presence', PRESENCE_SECONDS * 1000, () => keepPresence(engine, 'dispatcher'), logger),
      new Duty('sweep', SWEEP_MS, () => dispatch.drain(), logger),
      new Duty('leases', LEASES_MS, () => expireLeases(engine), logger),
      new Duty('sessions', SESSIONS_MS, () => deleteOldSessions(engine.dataSource, SESSION_IDLE_DAYS), logger),
    ];
  }

  onApplicationBootstrap(): void {
    this.duties.forEach((duty) => duty.start());
  }

  async onModuleDestroy(): Promise<void> {
    await Promise.all(this.duties.map((duty) => duty.stop()));
  }
}
