import { Controller, Get, Injectable, Res } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import { Runner, RunnerTagCount, WantedTag } from '@switchyard/contracts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AdminOnly, ProjectMember } from '../auth/access/access.js';
import { PathId } from '../platform/http/path-id.js';
import { CurrentRunnerScope, type RunnerScope } from './runner-scope.js';
import { RunnersService } from './runners.service.js';

/** Lists of runners. */
@Injectable()
abstract class RunnerLists {
  constructor(private readonly runners: RunnersService) {}

  @ResponseSchema(z.array(RunnerTagCount))
  @Get('runner_tags')
  tags(@CurrentRunnerScope() scope: RunnerScope): Promise<RunnerTagCount[]> {
    return this.runners.tags(scope);
  }

  /** Tags of waiting tasks that no online runner has. */
  @ResponseSchema(z.array(WantedTag))
  @Get('runner_tags/wanted')
  wantedTags(@CurrentRunnerScope() scope: RunnerScope): Promise<WantedTag[]> {
    return this.runners.wantedTags(scope);
  }

  @ResponseSchema(z.array(Runner))
  @Get('runners')
  list(@CurrentRunnerScope() scope: RunnerScope): Promise<Runner[]> {
    return this.runners.list(scope);
  }

  @ResponseSchema(Runner)
  @Get('runners/:runnerId')
  async read(
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') id: number,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Runner> {
    void reply.header('etag', await this.runners.tag(scope, id));
    return this.runners.read(scope, id);
  }
}

/** Every runner of the installation, for administrators. */
@Controller('api')
@AdminOnly()
export class RunnerListsController extends RunnerLists {}

/** Runners of one project, a premium feature. */
@Controller('api/project/:projectId')
@ProjectMember()
export class ProjectRunnerListsController extends RunnerLists {}
