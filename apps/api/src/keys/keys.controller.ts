import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { KeyInput, type Key, type ObjectReferences } from '@switchyard/contracts';
import { ProjectMember, RequirePermission } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { PathId } from '../http/path-id.js';
import { ListQuery } from '../project-resources/list-query.js';
import { KeysService } from './keys.service.js';

@Controller('api/project/:projectId/keys')
export class KeysController {
  constructor(private readonly keys: KeysService) {}

  @Get()
  @ProjectMember()
  list(@CurrentProject() project: ProjectAccess, @Query({ schema: ListQuery }) query: ListQuery): Promise<Key[]> {
    return this.keys.list(project.projectId, query);
  }

  @Post()
  @RequirePermission('manageProjectResources')
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: KeyInput }) input: KeyInput,
  ): Promise<Key> {
    return this.keys.create(caller, project.projectId, input);
  }

  @Get(':keyId')
  @ProjectMember()
  read(@CurrentProject() project: ProjectAccess, @PathId('keyId') id: number): Promise<Key> {
    return this.keys.read(project.projectId, id);
  }

  @Get(':keyId/refs')
  @ProjectMember()
  refs(@CurrentProject() project: ProjectAccess, @PathId('keyId') id: number): Promise<ObjectReferences> {
    return this.keys.refs(project.projectId, id);
  }

  @Put(':keyId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('keyId') id: number,
    @Body({ schema: KeyInput }) input: KeyInput,
  ): Promise<void> {
    return this.keys.update(caller, project.projectId, id, input);
  }

  @Delete(':keyId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('keyId') id: number,
  ): Promise<void> {
    return this.keys.remove(caller, project.projectId, id);
  }
}
