import { Body, Controller, Delete, Get, HttpCode, Post } from '@nestjs/common';
import { LOG_LINK_PERMISSION, LogLink, LogLinkInput, NewLogLink } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { RequirePermission } from '../../auth/access/access.js';
import { FreshSignIn } from '../../auth/access/fresh-sign-in.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { LogLinks } from './log-links.service.js';

/** Links to the log of a task, for people without an account. */
@Controller('api/project/:projectId/tasks/:taskId/log_links')
@RequirePermission(LOG_LINK_PERMISSION)
export class LogLinksController {
  constructor(private readonly links: LogLinks) {}

  @ResponseSchema(z.array(LogLink))
  @Get()
  list(@CurrentProject() { projectId }: ProjectAccess, @PathId('taskId') taskId: number): Promise<LogLink[]> {
    return this.links.list({ projectId, taskId });
  }

  /** The address is answered this once. */
  @ResponseSchema(NewLogLink)
  @FreshSignIn('lasting')
  @Post()
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Body({ schema: LogLinkInput }) input: LogLinkInput,
  ): Promise<NewLogLink> {
    return this.links.create(caller, { projectId, taskId }, input);
  }

  @Delete(':linkId')
  @HttpCode(204)
  remove(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('taskId') taskId: number,
    @PathId('linkId') id: number,
  ): Promise<void> {
    return this.links.remove({ projectId, taskId }, id);
  }
}
