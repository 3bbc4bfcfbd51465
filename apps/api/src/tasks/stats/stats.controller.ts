import { Controller, Get, Query } from '@nestjs/common';
import { DayStats, StatsQuery } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember } from '../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { StatsService } from './stats.service.js';

/** How tasks ended, by day. */
@Controller('api/project/:projectId')
export class StatsController {
  constructor(private readonly stats: StatsService) {}

  @ResponseSchema(z.array(DayStats))
  @Get('stats')
  @ProjectMember()
  ofProject(
    @CurrentProject() { projectId }: ProjectAccess,
    @Query({ schema: StatsQuery }) query: StatsQuery,
  ): Promise<DayStats[]> {
    return this.stats.ofProject(projectId, query);
  }

  @ResponseSchema(z.array(DayStats))
  @Get('templates/:templateId/stats')
  @ProjectMember()
  ofTemplate(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') id: number,
    @Query({ schema: StatsQuery }) query: StatsQuery,
  ): Promise<DayStats[]> {
    return this.stats.ofTemplate(projectId, id, query);
  }
}
