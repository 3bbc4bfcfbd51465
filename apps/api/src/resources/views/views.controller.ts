import { Body, Get, HttpCode, Post, Query } from '@nestjs/common';
import { Template, ViewPositions } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { resourceController } from '../shared/resource-controller.js';
import { TemplateListQuery } from '../../definitions/template.js';
import { viewResource } from '../../definitions/view.js';
import { ViewsService } from './views.service.js';

/** Tabs of the template list. */
export class ViewsController extends resourceController(viewResource, ViewsService) {
  @Post('positions')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  order(
    @CurrentCaller() caller: Caller,
    @CurrentProject() { projectId }: ProjectAccess,
    @Body({ schema: ViewPositions }) positions: ViewPositions,
  ): Promise<void> {
    return this.service.order(caller, projectId, positions);
  }

  @ResponseSchema(z.array(Template))
  @Get(':viewId/templates')
  @ProjectMember()
  templates(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('viewId') id: number,
    @Query({ schema: TemplateListQuery }) query: TemplateListQuery,
  ): Promise<Template[]> {
    return this.service.templates(projectId, id, query);
  }
}
