import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query, Res } from '@nestjs/common';
import { ResponseSchema } from '@switchyard/server';
import {
  ProjectContents,
  ProjectInput,
  ProjectListQuery,
  ProjectReadiness,
  ProjectUpdate,
  Project,
  ProjectRole,
} from '@switchyard/contracts';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { ProjectMember, RequirePermission, SignedIn } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { IfMatch } from '../platform/http/entity-tag.js';
import { ProjectsService } from './projects.service.js';

@Controller('api')
export class ProjectsController {
  constructor(private readonly projects: ProjectsService) {}

  @ResponseSchema(z.array(Project))
  @Get('projects')
  @SignedIn()
  list(
    @CurrentCaller() caller: Caller,
    @Query({ schema: ProjectListQuery }) { deleting }: ProjectListQuery,
  ): Promise<Project[]> {
    return this.projects.list(caller, deleting === 'true');
  }

  @ResponseSchema(Project)
  @Post('projects')
  @SignedIn()
  create(@CurrentCaller() caller: Caller, @Body({ schema: ProjectInput }) input: ProjectInput): Promise<Project> {
    return this.projects.create(caller, input);
  }

  @ResponseSchema(Project)
  @Get('project/:projectId')
  @ProjectMember()
  async read(
    @CurrentProject() project: ProjectAccess,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<Project> {
    void reply.header('etag', await this.projects.tag(project));
    return this.projects.read(project);
  }

  @ResponseSchema(ProjectRole)
  @Get('project/:projectId/role')
  @ProjectMember()
  role(@CurrentProject() project: ProjectAccess): ProjectRole {
    return this.projects.role(project);
  }

  /** Whether its tasks would find a runner. */
  @ResponseSchema(ProjectReadiness)
  @Get('project/:projectId/readiness')
  @ProjectMember()
  readiness(@CurrentProject() { projectId }: ProjectAccess): Promise<ProjectReadiness> {
    return this.projects.readiness(projectId);
  }

  /** Counts everything that a deletion removes. */
  @ResponseSchema(ProjectContents)
  @Get('project/:projectId/contents')
  @RequirePermission('updateProject')
  contents(@CurrentProject() project: ProjectAccess): Promise<ProjectContents> {
    return this.projects.contents(project);
  }

  @Put('project/:projectId')
  @HttpCode(204)
  @RequirePermission('updateProject')
  update(
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: ProjectUpdate }) input: ProjectUpdate,
    @IfMatch() expected: string | null,
  ): Promise<void> {
    return this.projects.update(project, input, expected);
  }

  @Delete('project/:projectId')
  @HttpCode(204)
  @RequirePermission('updateProject')
  remove(@CurrentCaller() caller: Caller, @CurrentProject() project: ProjectAccess): Promise<void> {
    return this.projects.remove(caller, project);
  }
}
