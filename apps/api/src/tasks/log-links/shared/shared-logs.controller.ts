import { Controller, Get, Query, Req, UseGuards } from '@nestjs/common';
import {
  LinesQuery,
  LogLines,
  LogOutline,
  LogOutlineQuery,
  LogSearchQuery,
  LogSearchResult,
  LogSection,
  SharedLog,
} from '@switchyard/contracts';
import { Refuses, ResponseSchema } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { Public } from '../../../auth/access/access.js';
import { Costs } from '../../../auth/throttle/request-turns.js';
import { TaskLogs } from '../../logs/task-logs.service.js';
import type { LinkedLog } from '../log-link.repository.js';
import { OpenedLog } from './opened-log.js';
import { SharedLogGuard } from './shared-log.guard.js';
import { SharedLogs } from './shared-logs.service.js';

/** Readers of a link have no rights in the project, and so learn no name of a secret. */
const NONE = 0;

/** The log that a link leads to, as members read it, and little beside it. */
@Controller('api/shared/log')
@Public()
@UseGuards(SharedLogGuard)
@Costs('log')
export class SharedLogsController {
  constructor(
    private readonly shared: SharedLogs,
    private readonly logs: TaskLogs,
  ) {}

  @ResponseSchema(SharedLog)
  @Get()
  read(@OpenedLog() link: LinkedLog): Promise<SharedLog> {
    return this.shared.read(link);
  }

  @ResponseSchema(LogLines)
  @Get('lines')
  lines(
    @OpenedLog() { projectId, taskId }: LinkedLog,
    @Query({ schema: LinesQuery }) query: LinesQuery,
  ): Promise<LogLines> {
    return this.logs.lines({ projectId, permissions: NONE }, taskId, query);
  }

  @ResponseSchema(z.array(LogSection))
  @Get('sections')
  sections(@OpenedLog() { projectId, taskId }: LinkedLog): Promise<LogSection[]> {
    return this.logs.sections(projectId, taskId);
  }

  @ResponseSchema(LogOutline)
  @Get('outline')
  @Costs('search')
  outline(
    @OpenedLog() { projectId, taskId }: LinkedLog,
    @Query({ schema: LogOutlineQuery }) query: LogOutlineQuery,
    @Req() request: FastifyRequest,
  ): Promise<LogOutline> {
    return this.logs.outline(projectId, taskId, query.after, () => request.raw.destroyed);
  }

  @ResponseSchema(LogSearchResult)
  @Refuses(422, 'The expression takes too long on one line.')
  @Refuses(502, 'Lines of the log are missing in the store.')
  @Get('search')
  @Costs('search')
  search(
    @OpenedLog() { projectId, taskId }: LinkedLog,
    @Query({ schema: LogSearchQuery }) query: LogSearchQuery,
    @Req() request: FastifyRequest,
  ): Promise<LogSearchResult> {
    return this.logs.search(projectId, taskId, query, () => request.raw.destroyed);
  }
}
