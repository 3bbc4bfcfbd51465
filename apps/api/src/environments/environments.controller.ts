import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { EnvironmentInput, type Environment, type ObjectReferences } from '@switchyard/contracts';
import { BodyLimit, MEBIBYTE } from '@switchyard/server';
import { ProjectMember, RequirePermission } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { PathId } from '../http/path-id.js';
import { ListQuery } from '../project-resources/list-query.js';
import { EnvironmentsService } from './environments.service.js';

@Controller('api/project/:projectId/environment')
export class EnvironmentsController {
  constructor(private readonly environments: EnvironmentsService) {}

  @Get()
  @ProjectMember()
  list(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: ListQuery }) query: ListQuery,
  ): Promise<Environment[]> {
    return this.environments.list(project.projectId, query);
  }

  @Post()
  @BodyLimit(4 * MEBIBYTE)
  @RequirePermission('manageProjectResources')
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: EnvironmentInput }) input: EnvironmentInput,
  ): Promise<Environment> {
    return this.environments.create(caller, project.projectId, input);
  }

  @Get(':environmentId')
  @ProjectMember()
  read(@CurrentProject() project: ProjectAccess, @PathId('environmentId') id: number): Promise<Environment> {
    return this.environments.read(project.projectId, id);
  }

  @Get(':environmentId/refs')
  @ProjectMember()
  refs(@CurrentProject() project: ProjectAccess, @PathId('environmentId') id: number): Promise<ObjectReferences> {
    return this.environments.refs(project.projectId, id);
  }

  @Put(':environmentId')
  @BodyLimit(4 * MEBIBYTE)
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('environmentId') id: number,
    @Body({ schema: EnvironmentInput }) input: EnvironmentInput,
  ): Promise<void> {
    return this.environments.update(caller, project.projectId, id, input);
  }

  @Delete(':environmentId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('environmentId') id: number,
  ): Promise<void> {
    return this.environments.remove(caller, project.projectId, id);
  }
}
