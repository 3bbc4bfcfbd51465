import { Body, HttpCode, Put } from '@nestjs/common';
import { TemplateDescriptionInput, TemplateViewInput } from '@switchyard/contracts';
import type { z } from 'zod';
import { RequirePermission } from '../../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { resourceController } from '../shared/resource-controller.js';
import { templateResource } from '../../definitions/template.js';
import { TemplatesService } from './templates.service.js';

/** Routes of templates. */
export class TemplatesController extends resourceController(templateResource, TemplatesService) {
  @Put(':templateId/description')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  describe(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') id: number,
    @Body({ schema: TemplateDescriptionInput }) { description }: z.infer<typeof TemplateDescriptionInput>,
  ): Promise<void> {
    return this.service.describe(caller, project.projectId, id, description);
  }

  @Put(':templateId/view')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  move(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') id: number,
    @Body({ schema: TemplateViewInput }) { view_id: viewId }: z.infer<typeof TemplateViewInput>,
  ): Promise<void> {
    return this.service.move(caller, project.projectId, id, viewId);
  }
}
