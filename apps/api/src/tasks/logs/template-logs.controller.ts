import { Controller, Get, Query, Req } from '@nestjs/common';
import { TemplateLogMatches, TemplateLogQuery } from '@switchyard/contracts';
import { Refuses, ResponseSchema } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { ProjectMember } from '../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { Costs } from '../../auth/throttle/request-turns.js';
import { PathId } from '../../platform/http/path-id.js';
import { TemplateLogSearch } from './template-log-search.js';

/** Searches the logs of all tasks of a template. */
@Controller('api/project/:projectId/templates/:templateId/logs')
@ProjectMember()
export class TemplateLogsController {
  constructor(private readonly finder: TemplateLogSearch) {}

  /** Tasks with lines that match. */
  @ResponseSchema(TemplateLogMatches)
  @Refuses(422, 'The expression takes too long on one line.')
  @Get('search')
  @Costs('search')
  search(
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') templateId: number,
    @Query({ schema: TemplateLogQuery }) query: TemplateLogQuery,
    @Req() request: FastifyRequest,
  ): Promise<TemplateLogMatches> {
    return this.finder.find(project.projectId, templateId, query, () => request.raw.destroyed);
  }
}
