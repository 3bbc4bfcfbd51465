import { Controller, Get, Injectable } from '@nestjs/common';
import { WorkspaceDrift } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember } from '../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { WorkspaceDrifts } from './workspace-drifts.js';

/** How the workspaces of a template stand to its configuration. */
@Injectable()
@Controller('api/project/:projectId/templates/:templateId/drift')
export class WorkspaceDriftsController {
  constructor(private readonly drifts: WorkspaceDrifts) {}

  @ResponseSchema(z.array(WorkspaceDrift))
  @Get()
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('templateId') templateId: number,
  ): Promise<WorkspaceDrift[]> {
    return this.drifts.list({ projectId, templateId });
  }
}
