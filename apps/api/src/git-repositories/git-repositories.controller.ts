import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { GitRepositoryInput, type GitRepository, type ObjectReferences } from '@switchyard/contracts';
import { ProjectMember, RequirePermission } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { PathId } from '../http/path-id.js';
import { ListQuery } from '../project-resources/list-query.js';
import { GitRepositoriesService } from './git-repositories.service.js';

@Controller('api/project/:projectId/repositories')
export class GitRepositoriesController {
  constructor(private readonly repositories: GitRepositoriesService) {}

  @Get()
  @ProjectMember()
  list(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: ListQuery }) query: ListQuery,
  ): Promise<GitRepository[]> {
    return this.repositories.list(project.projectId, query);
  }

  @Post()
  @RequirePermission('manageProjectResources')
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: GitRepositoryInput }) input: GitRepositoryInput,
  ): Promise<GitRepository> {
    return this.repositories.create(caller, project.projectId, input);
  }

  @Get(':repositoryId')
  @ProjectMember()
  read(@CurrentProject() project: ProjectAccess, @PathId('repositoryId') id: number): Promise<GitRepository> {
    return this.repositories.read(project.projectId, id);
  }

  @Get(':repositoryId/refs')
  @ProjectMember()
  refs(@CurrentProject() project: ProjectAccess, @PathId('repositoryId') id: number): Promise<ObjectReferences> {
    return this.repositories.refs(project.projectId, id);
  }

  @Put(':repositoryId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('repositoryId') id: number,
    @Body({ schema: GitRepositoryInput }) input: GitRepositoryInput,
  ): Promise<void> {
    return this.repositories.update(caller, project.projectId, id, input);
  }

  @Delete(':repositoryId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('repositoryId') id: number,
  ): Promise<void> {
    return this.repositories.remove(caller, project.projectId, id);
  }
}
