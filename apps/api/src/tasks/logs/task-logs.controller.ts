import { Controller, Get, Query, Req, Res } from '@nestjs/common';
import { Refuses, ResponseSchema, ResponseStream, ResponseType } from '@switchyard/server';
import {
  LinesQuery,
  LogArchiveCheck,
  LogArchiveFacts,
  LogArchiveQuery,
  LogLines,
  LogOutline,
  LogOutlineQuery,
  LogSearchResult,
  LogSection,
  LogSearchQuery,
  OutputQuery,
  RawOutputQuery,
  TaskOutput,
} from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { AuditAs } from '../../auth/audit/audit-as.js';
import { ProjectMember } from '../../auth/access/access.js';
import { Costs } from '../../auth/throttle/request-turns.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { TaskLogs } from './task-logs.service.js';

/** A task's log: whole, in ranges, as plain text, its phases, and lines that match. */
@Controller('api/project/:projectId/tasks/:taskId')
@ProjectMember()
@Costs('log')
export class TaskLogsController {
  constructor(private readonly logs: TaskLogs) {}

  @ResponseStream(z.array(TaskOutput))
  @Get('output')
  async output(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Query({ schema: OutputQuery }) query: z.infer<typeof OutputQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    reply.type('application/json; charset=utf-8');
    return this.logs.output(project.projectId, taskId, query);
  }

  /** A copy that leaves the console is recorded. */
  @ResponseType('text/plain')
  @Get('raw_output')
  @AuditAs('task-logs.download')
  async raw(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Query({ schema: RawOutputQuery }) query: z.infer<typeof RawOutputQuery>,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<unknown> {
    reply.type('text/plain; charset=utf-8').header('content-security-policy', "sandbox; default-src 'none'");
    return this.logs.raw(project.projectId, taskId, query.colours);
  }

  @ResponseSchema(LogLines)
  @Get('lines')
  lines(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Query({ schema: LinesQuery }) query: LinesQuery,
  ): Promise<LogLines> {
    return this.logs.lines(project, taskId, query);
  }

  @ResponseSchema(z.array(LogSection))
  @Get('sections')
  sections(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<LogSection[]> {
    return this.logs.sections(project.projectId, taskId);
  }

  /** The headings of its tool, and what failed under them. */
  @ResponseSchema(LogOutline)
  @Get('outline')
  @Costs('search')
  outline(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Query({ schema: LogOutlineQuery }) query: LogOutlineQuery,
    @Req() request: FastifyRequest,
  ): Promise<LogOutline> {
    return this.logs.outline(project.projectId, taskId, query.after, () => request.raw.destroyed);
  }

  @ResponseSchema(LogArchiveFacts)
  @Get('log_archive')
  archive(@CurrentProject() project: ProjectAccess, @PathId('taskId') taskId: number): Promise<LogArchiveFacts> {
    return this.logs.archive(project.projectId, taskId);
  }

  /** Checks that the archive still holds what was written. */
  @ResponseSchema(LogArchiveCheck)
  @Get('log_archive/check')
  @Costs('search')
  checkArchive(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Query({ schema: LogArchiveQuery }) query: LogArchiveQuery,
    @Req() request: FastifyRequest,
  ): Promise<LogArchiveCheck> {
    return this.logs.checkArchive(project.projectId, taskId, query.after, () => request.raw.destroyed);
  }

  @ResponseSchema(LogSearchResult)
  @Refuses(422, 'The expression takes too long on one line.')
  @Refuses(502, 'Lines of the log are missing in the store.')
  @Get('search')
  @Costs('search')
  search(
    @CurrentProject() project: ProjectAccess,
    @PathId('taskId') taskId: number,
    @Query({ schema: LogSearchQuery }) query: LogSearchQuery,
    @Req() request: FastifyRequest,
  ): Promise<LogSearchResult> {
    return this.logs.search(project.projectId, taskId, query, () => request.raw.destroyed);
  }
}
