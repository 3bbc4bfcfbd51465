import { messageOf } from '@switchyard/concurrency';
import { Inject, Injectable, Logger } from '@nestjs/common';
import type { RunnerRefusal } from '@switchyard/contracts';
import type { Engine } from '@switchyard/engine';
import { LRUCache } from 'lru-cache';
import { DataSource } from 'typeorm';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { updateRunner } from '../../runner.repository.js';

/** How often the same refusal of one runner is written at most, in milliseconds. */
const PAUSE_MS = 10_000;
const MAX_RUNNERS = 10_000;

/** Keeps why runners cannot connect, for the people who look for them in the console. */
@Injectable()
export class RunnerRefusals {
  private readonly log = new Logger(RunnerRefusals.name);
  private readonly recent = new LRUCache<string, true>({ max: MAX_RUNNERS, ttl: PAUSE_MS });

  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** Never throws: the call is refused in any case. */
  async note(runnerId: number, reason: RunnerRefusal): Promise<void> {
    const key = `${runnerId} ${reason}`;
    if (this.recent.has(key)) {
      return;
    }
    this.recent.set(key, true);
    try {
      await updateRunner(this.dataSource.manager, runnerId, { refusedAt: new Date(), refusedReason: reason });
      this.engine.signals.runnersChanged([runnerId]);
    } catch (error) {
      this.log.warn(`the refusal of runner ${runnerId} is not kept: ${messageOf(error)}`);
    }
  }
}
