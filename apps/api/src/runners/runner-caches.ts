import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { CachesRequest, RunnerCaches as WireCaches } from '@switchyard/contracts';
import type { Engine } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { listCaches, storeCaches } from './runner-caches.repository.js';
import { requestProjectClearing } from './runner.repository.js';
import type { RunnerScope } from './runner-scope.js';
import { RunnersService } from './runners.service.js';

/** Caches of runners. */
@Injectable()
export class RunnerCaches {
  constructor(
    private readonly dataSource: DataSource,
    private readonly runners: RunnersService,
    @Inject(ENGINE) private readonly engine: Engine,
  ) {}

  /** Consoles get it when it follows a clearing, for which people wait. */
  async store(runnerId: number, report: CachesRequest): Promise<void> {
    await storeCaches(this.dataSource.manager, runnerId, report, Date.now());
    if (report.cleared) {
      this.engine.signals.runnersChanged([runnerId]);
    }
  }

  /** Of a project's runner those of the project alone. @throws 404 */
  async list(scope: RunnerScope, runnerId: number): Promise<WireCaches> {
    await this.runners.read(scope, runnerId);
    return listCaches(this.dataSource.manager, runnerId, scope);
  }

  /** The runner clears what it keeps of this project, at its next poll; nothing else is touched. @throws 404 */
  async clear(runnerId: number, projectId: number): Promise<void> {
    const { project_id: servedAlone } = await this.runners.read(null, runnerId);
    if (servedAlone !== null) {
      await this.runners.clearCache(null, runnerId);
      return;
    }
    const woken = await requestProjectClearing(this.dataSource.manager, projectId, randomUUID(), runnerId);
    this.engine.signals.runnersWoken(woken);
  }
}
