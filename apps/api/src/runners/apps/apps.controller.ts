import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Res } from '@nestjs/common';
import { App, AppActiveInput, AppInput } from '@switchyard/contracts';
import { BodyLimit, MEBIBYTE, ResponseSchema } from '@switchyard/server';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AdminOnly, SignedIn } from '../../auth/access/access.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { IfMatch } from '../../platform/http/entity-tag.js';
import { AppsService } from './apps.service.js';

/** Apps that templates can run. */
@Controller('api/apps')
export class AppsController {
  constructor(private readonly apps: AppsService) {}

  @ResponseSchema(z.array(App))
  @Get()
  @SignedIn()
  list(): Promise<App[]> {
    return this.apps.list();
  }

  @ResponseSchema(App)
  @Get(':appId')
  @AdminOnly()
  async read(@Param('appId') id: string, @Res({ passthrough: true }) reply: FastifyReply): Promise<App> {
    void reply.header('etag', await this.apps.tag(id));
    return this.apps.read(id);
  }

  @FreshSignIn('lasting')
  @Put(':appId')
  @BodyLimit(MEBIBYTE / 2)
  @HttpCode(204)
  @AdminOnly()
  update(
    @Param('appId') id: string,
    @Body({ schema: AppInput }) input: AppInput,
    @IfMatch() expected: string | null,
  ): Promise<void> {
    return this.apps.save(id, input, expected);
  }

  @FreshSignIn('lasting')
  @Post(':appId')
  @BodyLimit(MEBIBYTE / 2)
  @HttpCode(204)
  @AdminOnly()
  create(@Param('appId') id: string, @Body({ schema: AppInput }) input: AppInput): Promise<void> {
    return this.apps.create(id, input);
  }

  @Post(':appId/active')
  @HttpCode(204)
  @AdminOnly()
  setActive(
    @Param('appId') id: string,
    @Body({ schema: AppActiveInput }) input: z.infer<typeof AppActiveInput>,
  ): Promise<void> {
    return this.apps.setActive(id, input.active);
  }

  @Delete(':appId')
  @HttpCode(204)
  @AdminOnly()
  remove(@Param('appId') id: string): Promise<void> {
    return this.apps.remove(id);
  }
}
