import { Body, Controller, Delete, Get, HttpCode, Injectable, Post, Put } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import {
  CacheClearing,
  RunnerActiveInput,
  RunnerDrainInput,
  RunnerInput,
  RegistrationTokenWithSecret,
  RunnerWithSecrets,
  NotificationSecret,
} from '@switchyard/contracts';
import type { z } from 'zod';
import { AdminOnly, RequirePermission } from '../auth/access/access.js';
import { FreshSignIn } from '../auth/access/fresh-sign-in.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../auth/access/caller.js';
import { IfMatch } from '../platform/http/entity-tag.js';
import { PathId } from '../platform/http/path-id.js';
import { RegistrationTokens } from './registration-tokens.js';
import { CurrentRunnerScope, type RunnerScope } from './runner-scope.js';
import { RunnersService } from './runners.service.js';

/** Changes of runners. */
@Injectable()
abstract class RunnerChanges {
  constructor(
    protected readonly runners: RunnersService,
    private readonly tokens: RegistrationTokens,
  ) {}

  @ResponseSchema(RunnerWithSecrets)
  @FreshSignIn('lasting')
  @Post('runners')
  create(
    @CurrentRunnerScope() scope: RunnerScope,
    @Body({ schema: RunnerInput }) input: RunnerInput,
  ): Promise<RunnerWithSecrets> {
    return this.runners.create(scope, input);
  }

  @Put('runners/:runnerId')
  @HttpCode(204)
  update(
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerInput }) input: RunnerInput,
    @IfMatch() expected: string | null,
  ): Promise<void> {
    return this.runners.update(scope, id, input, expected);
  }

  /** The same as PUT, for older clients. */
  @Post('runners/:runnerId')
  @HttpCode(204)
  replace(
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerInput }) input: RunnerInput,
    @IfMatch() expected: string | null,
  ): Promise<void> {
    return this.runners.update(scope, id, input, expected);
  }

  @Post('runners/:runnerId/active')
  @HttpCode(204)
  setActive(
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerActiveInput }) input: z.infer<typeof RunnerActiveInput>,
  ): Promise<void> {
    return this.runners.setActive(scope, id, input.active);
  }

  @Post('runners/:runnerId/drain')
  @HttpCode(204)
  drain(
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerDrainInput }) input: z.infer<typeof RunnerDrainInput>,
  ): Promise<void> {
    return this.runners.setDraining(scope, id, input.draining);
  }

  @ResponseSchema(RunnerWithSecrets)
  @FreshSignIn('lasting')
  @Post('runners/:runnerId/rotate')
  @HttpCode(200)
  rotate(@CurrentRunnerScope() scope: RunnerScope, @PathId('runnerId') id: number): Promise<RunnerWithSecrets> {
    return this.runners.rotate(scope, id);
  }

  /** Lets a machine take this runner over. */
  @ResponseSchema(RegistrationTokenWithSecret)
  @FreshSignIn('lasting')
  @Post('runners/:runnerId/registration-token')
  @HttpCode(200)
  async createRegistrationToken(
    @CurrentCaller() { userId }: Caller,
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') id: number,
  ): Promise<RegistrationTokenWithSecret> {
    return this.tokens.createFor(userId, await this.runners.read(scope, id));
  }

  /** A new key for what is sent to the webhook; the identity of the runner stays. */
  @ResponseSchema(NotificationSecret)
  @Post('runners/:runnerId/webhook_secret')
  @HttpCode(200)
  renewWebhookSecret(
    @CurrentRunnerScope() scope: RunnerScope,
    @PathId('runnerId') id: number,
  ): Promise<NotificationSecret> {
    return this.runners.renewWebhookSecret(scope, id);
  }

  @Delete('runners/:runnerId/cache')
  @HttpCode(204)
  clearCache(@CurrentRunnerScope() scope: RunnerScope, @PathId('runnerId') id: number): Promise<void> {
    return this.runners.clearCache(scope, id);
  }

  @Delete('runners/:runnerId')
  @HttpCode(204)
  remove(@CurrentRunnerScope() scope: RunnerScope, @PathId('runnerId') id: number): Promise<void> {
    return this.runners.remove(scope, id);
  }
}

/** Every runner of the installation, for administrators. */
@Controller('api')
@AdminOnly()
export class RunnersController extends RunnerChanges {
  /** Caches of every project on every runner. */
  @Delete('cache')
  @HttpCode(204)
  clearAllCaches(): Promise<void> {
    return this.runners.clearAllCaches();
  }
}

/** Runners of one project, a premium feature. */
@Controller('api/project/:projectId')
@RequirePermission('manageProjectResources')
export class ProjectRunnersController extends RunnerChanges {
  /** How far a request to clear its caches has come. */
  @ResponseSchema(CacheClearing)
  @Get('cache')
  @RequirePermission('updateProject')
  cacheClearing(@CurrentProject() { projectId }: ProjectAccess): Promise<CacheClearing> {
    return this.runners.cacheClearing(projectId);
  }

  /** Caches of the project on every runner. */
  @Delete('cache')
  @HttpCode(204)
  @RequirePermission('updateProject')
  clearCaches(@CurrentProject() { projectId }: ProjectAccess): Promise<void> {
    return this.runners.clearCaches(projectId);
  }
}
