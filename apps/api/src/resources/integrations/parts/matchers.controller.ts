import { Body, Controller, Delete, Get, HttpCode, Injectable, Post, Put } from '@nestjs/common';
import { IntegrationPartReferences, Matcher, MatcherInput } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../../auth/access/caller.js';
import { PathId } from '../../../platform/http/path-id.js';
import { Matchers } from './integration-parts.js';

/** Conditions on webhooks; all of an integration must hold. */
@Injectable()
@Controller('api/project/:projectId/integrations/:integrationId/matchers')
export class MatchersController {
  constructor(private readonly matchers: Matchers) {}

  @ResponseSchema(z.array(Matcher))
  @Get()
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
  ): Promise<Matcher[]> {
    return this.matchers.list({ projectId, integrationId });
  }

  @ResponseSchema(Matcher)
  @Post()
  @HttpCode(200)
  @RequirePermission('manageProjectResources')
  create(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @Body({ schema: MatcherInput }) input: MatcherInput,
  ): Promise<Matcher> {
    return this.matchers.create({ projectId, integrationId }, input);
  }

  @ResponseSchema(Matcher)
  @Get(':matcherId')
  @ProjectMember()
  read(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('matcherId') id: number,
  ): Promise<Matcher> {
    return this.matchers.read({ projectId, integrationId }, id);
  }

  @ResponseSchema(IntegrationPartReferences)
  @Get(':matcherId/refs')
  @ProjectMember()
  refs(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('matcherId') id: number,
  ): Promise<IntegrationPartReferences> {
    return this.matchers.refs({ projectId, integrationId }, id);
  }

  @Put(':matcherId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('matcherId') id: number,
    @Body({ schema: MatcherInput }) input: MatcherInput,
  ): Promise<void> {
    return this.matchers.update({ projectId, integrationId }, id, input);
  }

  @Delete(':matcherId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('matcherId') id: number,
  ): Promise<void> {
    return this.matchers.remove({ projectId, integrationId }, id);
  }
}
