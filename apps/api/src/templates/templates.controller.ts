import { Body, Controller, Delete, Get, HttpCode, Post, Put, Query } from '@nestjs/common';
import { TemplateDescriptionInput, TemplateInput, type ObjectReferences, type Template } from '@switchyard/contracts';
import { BodyLimit, MEBIBYTE } from '@switchyard/server';
import type { z } from 'zod';
import { ProjectMember, RequirePermission } from '../auth/access/access.js';
import { CurrentCaller, CurrentProject, type Caller, type ProjectAccess } from '../auth/access/caller.js';
import { PathId } from '../http/path-id.js';
import { TemplateListQuery } from './template-reader.js';
import { TemplatesService } from './templates.service.js';

@Controller('api/project/:projectId/templates')
export class TemplatesController {
  constructor(private readonly templates: TemplatesService) {}

  @Get()
  @ProjectMember()
  list(
    @CurrentProject() project: ProjectAccess,
    @Query({ schema: TemplateListQuery }) query: TemplateListQuery,
  ): Promise<Template[]> {
    return this.templates.list(project.projectId, query);
  }

  @Post()
  @BodyLimit(2 * MEBIBYTE)
  @RequirePermission('manageProjectResources')
  create(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @Body({ schema: TemplateInput }) input: TemplateInput,
  ): Promise<Template> {
    return this.templates.create(caller, project.projectId, input);
  }

  @Get(':templateId')
  @ProjectMember()
  read(@CurrentProject() project: ProjectAccess, @PathId('templateId') id: number): Promise<Template> {
    return this.templates.read(project, id);
  }

  @Get(':templateId/refs')
  @ProjectMember()
  refs(@CurrentProject() project: ProjectAccess, @PathId('templateId') id: number): Promise<ObjectReferences> {
    return this.templates.refs(project.projectId, id);
  }

  @Put(':templateId')
  @BodyLimit(2 * MEBIBYTE)
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') id: number,
    @Body({ schema: TemplateInput }) input: TemplateInput,
  ): Promise<void> {
    return this.templates.update(caller, project.projectId, id, input);
  }

  @Put(':templateId/description')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  describe(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') id: number,
    @Body({ schema: TemplateDescriptionInput }) { description }: z.infer<typeof TemplateDescriptionInput>,
  ): Promise<void> {
    return this.templates.describe(caller, project.projectId, id, description);
  }

  @Delete(':templateId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentCaller() caller: Caller,
    @CurrentProject() project: ProjectAccess,
    @PathId('templateId') id: number,
  ): Promise<void> {
    return this.templates.remove(caller, project.projectId, id);
  }
}
