import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  type RegistrationToken,
  RegistrationTokenInput,
  type RegistrationTokenWithSecret,
  type Runner,
  RunnerActiveInput,
  RunnerDrainInput,
  RunnerInput,
  type RunnerTagCount,
  type RunnerWithSecrets,
  type WebhookSecret,
} from '@switchyard/contracts';
import type { z } from 'zod';
import { ProjectMember, RequirePermission } from '../auth/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../auth/caller.js';
import { PathId } from '../http/path-id.js';
import { RegistrationTokens } from './registration-tokens.js';
import { RunnersService } from './runners.service.js';

/** Runners of one project, a premium feature (rest contract 6.9). */
@Controller('api/project/:projectId')
@RequirePermission('manageProjectResources')
export class ProjectRunnersController {
  constructor(
    private readonly runners: RunnersService,
    private readonly tokens: RegistrationTokens,
  ) {}

  @Get('runner_tags')
  @ProjectMember()
  tags(@CurrentProject() { projectId }: ProjectAccess): Promise<RunnerTagCount[]> {
    return this.runners.tags(projectId);
  }

  @Get('runners')
  @ProjectMember()
  list(@CurrentProject() { projectId }: ProjectAccess): Promise<Runner[]> {
    return this.runners.list(projectId);
  }

  @Post('runners')
  create(
    @CurrentProject() { projectId }: ProjectAccess,
    @Body({ schema: RunnerInput }) input: RunnerInput,
  ): Promise<RunnerWithSecrets> {
    return this.runners.create(projectId, input);
  }

  @Get('runners/:runnerId')
  @ProjectMember()
  read(@CurrentProject() { projectId }: ProjectAccess, @PathId('runnerId') id: number): Promise<Runner> {
    return this.runners.read(projectId, id);
  }

  @Put('runners/:runnerId')
  @HttpCode(204)
  update(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerInput }) input: RunnerInput,
  ): Promise<void> {
    return this.runners.update(projectId, id, input);
  }

  /** The same as PUT, for older clients. */
  @Post('runners/:runnerId')
  @HttpCode(204)
  replace(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerInput }) input: RunnerInput,
  ): Promise<void> {
    return this.runners.update(projectId, id, input);
  }

  @Post('runners/:runnerId/active')
  @HttpCode(204)
  setActive(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerActiveInput }) input: z.infer<typeof RunnerActiveInput>,
  ): Promise<void> {
    return this.runners.setActive(projectId, id, input.active);
  }

  @Post('runners/:runnerId/drain')
  @HttpCode(204)
  drain(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerDrainInput }) input: z.infer<typeof RunnerDrainInput>,
  ): Promise<void> {
    return this.runners.setDraining(projectId, id, input.draining);
  }

  @Post('runners/:runnerId/rotate')
  @HttpCode(200)
  rotate(@CurrentProject() { projectId }: ProjectAccess, @PathId('runnerId') id: number): Promise<RunnerWithSecrets> {
    return this.runners.rotate(projectId, id);
  }

  /** A new key for what is sent to the webhook; the identity of the runner stays. */
  @Post('runners/:runnerId/webhook_secret')
  @HttpCode(200)
  renewWebhookSecret(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('runnerId') id: number,
  ): Promise<WebhookSecret> {
    return this.runners.renewWebhookSecret(projectId, id);
  }

  @Delete('runners/:runnerId/cache')
  @HttpCode(204)
  clearCache(@CurrentProject() { projectId }: ProjectAccess, @PathId('runnerId') id: number): Promise<void> {
    return this.runners.clearCache(projectId, id);
  }

  @Delete('runners/:runnerId')
  @HttpCode(204)
  remove(@CurrentProject() { projectId }: ProjectAccess, @PathId('runnerId') id: number): Promise<void> {
    return this.runners.remove(projectId, id);
  }

  /** Caches of the project on every runner (spec console 7). */
  @Delete('cache')
  @HttpCode(204)
  @RequirePermission('updateProject')
  clearCaches(@CurrentProject() { projectId }: ProjectAccess): Promise<void> {
    return this.runners.clearCaches(projectId);
  }

  @Get('runner_registration_tokens')
  listTokens(@CurrentProject() { projectId }: ProjectAccess): Promise<RegistrationToken[]> {
    return this.tokens.list(projectId);
  }

  @Post('runner_registration_tokens')
  createToken(
    @CurrentCaller() { userId }: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @Body({ schema: RegistrationTokenInput }) input: RegistrationTokenInput,
  ): Promise<RegistrationTokenWithSecret> {
    return this.tokens.create(userId, projectId, input);
  }

  @Delete('runner_registration_tokens/:tokenId')
  @HttpCode(204)
  revokeToken(@CurrentProject() { projectId }: ProjectAccess, @PathId('tokenId') id: number): Promise<void> {
    return this.tokens.revoke(projectId, id);
  }
}
