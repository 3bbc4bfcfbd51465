import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { InventoryInput, type Inventory, type ObjectReferences } from '@switchyard/contracts';
import { BodyLimit, MEBIBYTE } from '@switchyard/server';
import { ProjectMember, RequirePermission } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { PathId } from '../http/path-id.js';
import { InventoriesService, InventoryListQuery } from './inventories.service.js';

@Controller('api/project/:projectId/inventory')
export class InventoriesController {
  constructor(private readonly inventories: InventoriesService) {}

  @Get()
  @ProjectMember()
  list(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: InventoryListQuery }) query: InventoryListQuery,
  ): Promise<Inventory[]> {
    return this.inventories.list(project.projectId, query);
  }

  @Post()
  @BodyLimit(4 * MEBIBYTE)
  @RequirePermission('manageProjectResources')
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: InventoryInput }) input: InventoryInput,
  ): Promise<Inventory> {
    return this.inventories.create(caller, project.projectId, input);
  }

  @Get(':inventoryId')
  @ProjectMember()
  read(@CurrentProject() project: ProjectAccess, @PathId('inventoryId') id: number): Promise<Inventory> {
    return this.inventories.read(project.projectId, id);
  }

  @Get(':inventoryId/refs')
  @ProjectMember()
  refs(@CurrentProject() project: ProjectAccess, @PathId('inventoryId') id: number): Promise<ObjectReferences> {
    return this.inventories.refs(project.projectId, id);
  }

  @Put(':inventoryId')
  @BodyLimit(4 * MEBIBYTE)
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('inventoryId') id: number,
    @Body({ schema: InventoryInput }) input: InventoryInput,
  ): Promise<void> {
    return this.inventories.update(caller, project.projectId, id, input);
  }

  @Delete(':inventoryId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('inventoryId') id: number,
  ): Promise<void> {
    return this.inventories.remove(caller, project.projectId, id);
  }
}
