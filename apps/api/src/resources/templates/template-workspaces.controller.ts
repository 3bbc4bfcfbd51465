import { Controller, HttpCode, Injectable, Post } from '@nestjs/common';
import { RequirePermission } from '../../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { TemplateWorkspaces } from './template-workspaces.js';

/** The workspaces of a template. */
@Injectable()
@Controller('api/project/:projectId/templates/:templateId/inventory/:inventoryId')
export class TemplateWorkspacesController {
  constructor(private readonly workspaces: TemplateWorkspaces) {}

  @Post('set_default')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  setDefault(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') templateId: number,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<void> {
    return this.workspaces.setDefault(caller, { projectId, templateId, inventoryId });
  }

  @Post('attach')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  attach(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') templateId: number,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<void> {
    return this.workspaces.attach(caller, { projectId, templateId, inventoryId });
  }

  @Post('detach')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  detach(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') templateId: number,
    @PathId('inventoryId') inventoryId: number,
  ): Promise<void> {
    return this.workspaces.detach(caller, { projectId, templateId, inventoryId });
  }
}
