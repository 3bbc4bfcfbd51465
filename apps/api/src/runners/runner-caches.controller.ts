import { Controller, Delete, Get, HttpCode, Injectable } from '@nestjs/common';
import { RunnerCaches as WireCaches } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { AdminOnly, ProjectMember } from '../auth/access/access.js';
import { PathId } from '../platform/http/path-id.js';
import { RunnerCaches } from './runner-caches.js';
import { CurrentRunnerScope, type RunnerScope } from './runner-scope.js';

/** Caches of a runner. */
@Injectable()
abstract class RunnerCacheLists {
  constructor(protected readonly caches: RunnerCaches) {}

  @ResponseSchema(WireCaches)
  @Get()
  list(@CurrentRunnerScope() scope: RunnerScope, @PathId('runnerId') runnerId: number): Promise<WireCaches> {
    return this.caches.list(scope, runnerId);
  }
}

/** Of every project, for administrators. */
@Controller('api/runners/:runnerId/caches')
@AdminOnly()
export class RunnerCachesController extends RunnerCacheLists {
  /** That of one project alone. */
  @Delete(':cachedProjectId')
  @HttpCode(204)
  clear(@PathId('runnerId') runnerId: number, @PathId('cachedProjectId') projectId: number): Promise<void> {
    return this.caches.clear(runnerId, projectId);
  }
}

/** Of the project of the runner. */
@Controller('api/project/:projectId/runners/:runnerId/caches')
@ProjectMember()
export class ProjectRunnerCachesController extends RunnerCacheLists {}
