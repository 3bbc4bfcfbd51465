import { Controller, Delete, Get, HttpCode, Injectable, Post } from '@nestjs/common';
import { IntegrationAlias } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../../auth/access/access.js';
import { FreshSignIn } from '../../../auth/access/fresh-sign-in.js';
import { CurrentProject, type ProjectAccess } from '../../../auth/access/caller.js';
import { PathId } from '../../../platform/http/path-id.js';
import { IntegrationAliases } from './integration-aliases.js';

/** Addresses that reach all searchable integrations of a project. */
@Injectable()
@Controller('api/project/:projectId/integrations/aliases')
export class ProjectAliasesController {
  constructor(private readonly aliases: IntegrationAliases) {}

  @ResponseSchema(z.array(IntegrationAlias))
  @Get()
  @ProjectMember()
  list(@CurrentProject() project: ProjectAccess): Promise<IntegrationAlias[]> {
    return this.aliases.list(project, null);
  }

  @ResponseSchema(IntegrationAlias)
  @FreshSignIn('lasting')
  @Post()
  @HttpCode(200)
  @RequirePermission('manageProjectResources')
  create(@CurrentProject() { projectId }: ProjectAccess): Promise<IntegrationAlias> {
    return this.aliases.create(projectId, null);
  }

  @Delete(':projectAliasId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(@CurrentProject() { projectId }: ProjectAccess, @PathId('projectAliasId') id: number): Promise<void> {
    return this.aliases.remove(projectId, null, id);
  }
}

/** Addresses of one integration. */
@Injectable()
@Controller('api/project/:projectId/integrations/:integrationId/aliases')
export class IntegrationAliasesController {
  constructor(private readonly aliases: IntegrationAliases) {}

  @ResponseSchema(z.array(IntegrationAlias))
  @Get()
  @ProjectMember()
  list(
    @CurrentProject() project: ProjectAccess,
    @PathId('integrationId') integrationId: number,
  ): Promise<IntegrationAlias[]> {
    return this.aliases.list(project, integrationId);
  }

  @ResponseSchema(IntegrationAlias)
  @FreshSignIn('lasting')
  @Post()
  @HttpCode(200)
  @RequirePermission('manageProjectResources')
  create(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
  ): Promise<IntegrationAlias> {
    return this.aliases.create(projectId, integrationId);
  }

  @Delete(':integrationAliasId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('integrationAliasId') id: number,
  ): Promise<void> {
    return this.aliases.remove(projectId, integrationId, id);
  }
}
