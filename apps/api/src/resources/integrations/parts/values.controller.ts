import { Body, Controller, Delete, Get, HttpCode, Injectable, Post, Put } from '@nestjs/common';
import { IntegrationPartReferences, ExtractedValue, ExtractedValueInput } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../../auth/access/caller.js';
import { PathId } from '../../../platform/http/path-id.js';
import { ExtractedValues } from './integration-parts.js';

/** Values of webhooks that launches get. */
@Injectable()
@Controller('api/project/:projectId/integrations/:integrationId/values')
export class ExtractedValuesController {
  constructor(private readonly values: ExtractedValues) {}

  @ResponseSchema(z.array(ExtractedValue))
  @Get()
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
  ): Promise<ExtractedValue[]> {
    return this.values.list({ projectId, integrationId });
  }

  @ResponseSchema(ExtractedValue)
  @Post()
  @RequirePermission('manageProjectResources')
  create(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @Body({ schema: ExtractedValueInput }) input: ExtractedValueInput,
  ): Promise<ExtractedValue> {
    return this.values.create({ projectId, integrationId }, input);
  }

  @ResponseSchema(ExtractedValue)
  @Get(':valueId')
  @ProjectMember()
  read(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('valueId') id: number,
  ): Promise<ExtractedValue> {
    return this.values.read({ projectId, integrationId }, id);
  }

  @ResponseSchema(IntegrationPartReferences)
  @Get(':valueId/refs')
  @ProjectMember()
  refs(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('valueId') id: number,
  ): Promise<IntegrationPartReferences> {
    return this.values.refs({ projectId, integrationId }, id);
  }

  @Put(':valueId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  update(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('valueId') id: number,
    @Body({ schema: ExtractedValueInput }) input: ExtractedValueInput,
  ): Promise<void> {
    return this.values.update({ projectId, integrationId }, id, input);
  }

  @Delete(':valueId')
  @HttpCode(204)
  @RequirePermission('manageProjectResources')
  remove(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathId('valueId') id: number,
  ): Promise<void> {
    return this.values.remove({ projectId, integrationId }, id);
  }
}
