import { Body, Controller, Delete, Get, HttpCode, Post, Put } from '@nestjs/common';
import {
  type Runner,
  RunnerActiveInput,
  RunnerDrainInput,
  RunnerInput,
  type RunnerTagCount,
  type RunnerWithSecrets,
  type WebhookSecret,
} from '@switchyard/contracts';
import type { z } from 'zod';
import { AdminOnly } from '../auth/access.js';
import { PathId } from '../http/path-id.js';
import { RunnersService } from './runners.service.js';

/** Every runner of the installation, for administrators (rest contract 4.5). */
@Controller('api')
@AdminOnly()
export class RunnersController {
  constructor(private readonly runners: RunnersService) {}

  @Get('runner_tags')
  tags(): Promise<RunnerTagCount[]> {
    return this.runners.tags(null);
  }

  @Get('runners')
  list(): Promise<Runner[]> {
    return this.runners.list(null);
  }

  @Post('runners')
  create(@Body({ schema: RunnerInput }) input: RunnerInput): Promise<RunnerWithSecrets> {
    return this.runners.create(null, input);
  }

  @Get('runners/:runnerId')
  read(@PathId('runnerId') id: number): Promise<Runner> {
    return this.runners.read(null, id);
  }

  @Put('runners/:runnerId')
  @HttpCode(204)
  update(@PathId('runnerId') id: number, @Body({ schema: RunnerInput }) input: RunnerInput): Promise<void> {
    return this.runners.update(null, id, input);
  }

  /** The same as PUT, for older clients. */
  @Post('runners/:runnerId')
  @HttpCode(204)
  replace(@PathId('runnerId') id: number, @Body({ schema: RunnerInput }) input: RunnerInput): Promise<void> {
    return this.runners.update(null, id, input);
  }

  @Post('runners/:runnerId/active')
  @HttpCode(204)
  setActive(
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerActiveInput }) input: z.infer<typeof RunnerActiveInput>,
  ): Promise<void> {
    return this.runners.setActive(null, id, input.active);
  }

  @Post('runners/:runnerId/drain')
  @HttpCode(204)
  drain(
    @PathId('runnerId') id: number,
    @Body({ schema: RunnerDrainInput }) input: z.infer<typeof RunnerDrainInput>,
  ): Promise<void> {
    return this.runners.setDraining(null, id, input.draining);
  }

  @Post('runners/:runnerId/rotate')
  @HttpCode(200)
  rotate(@PathId('runnerId') id: number): Promise<RunnerWithSecrets> {
    return this.runners.rotate(null, id);
  }

  /** A new key for what is sent to the webhook; the identity of the runner stays. */
  @Post('runners/:runnerId/webhook_secret')
  @HttpCode(200)
  renewWebhookSecret(@PathId('runnerId') id: number): Promise<WebhookSecret> {
    return this.runners.renewWebhookSecret(null, id);
  }

  @Delete('runners/:runnerId/cache')
  @HttpCode(204)
  clearCache(@PathId('runnerId') id: number): Promise<void> {
    return this.runners.clearCache(null, id);
  }

  @Delete('runners/:runnerId')
  @HttpCode(204)
  remove(@PathId('runnerId') id: number): Promise<void> {
    return this.runners.remove(null, id);
  }
}
