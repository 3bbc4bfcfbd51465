import { Controller, Get, HttpCode, Injectable, Post } from '@nestjs/common';
import { IntegrationDelivery } from '@switchyard/contracts';
import { ResponseSchema } from '@switchyard/server';
import { z } from 'zod';
import { ProjectMember, RequirePermission } from '../../../auth/access/access.js';
import { type Caller, CurrentCaller, CurrentProject, type ProjectAccess } from '../../../auth/access/caller.js';
import { PathId, PathUuid } from '../../../platform/http/path-id.js';
import { IntegrationDeliveries } from './integration-deliveries.js';

/** Webhooks that an integration received, with their results. */
@Injectable()
@Controller('api/project/:projectId/integrations/:integrationId/deliveries')
export class IntegrationDeliveriesController {
  constructor(private readonly deliveries: IntegrationDeliveries) {}

  @ResponseSchema(z.array(IntegrationDelivery))
  @Get()
  @ProjectMember()
  list(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
  ): Promise<IntegrationDelivery[]> {
    return this.deliveries.list({ projectId, integrationId });
  }

  /** Starts a task again, whatever its delivery id has started. */
  @ResponseSchema(IntegrationDelivery)
  @Post(':webhookId/redeliver')
  @HttpCode(200)
  @RequirePermission('manageProjectResources')
  again(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') integrationId: number,
    @PathUuid('webhookId') id: string,
  ): Promise<IntegrationDelivery> {
    return this.deliveries.again({ projectId, integrationId }, id);
  }

  /** Lets the pull request of a fork run at the commit of the delivery, with the keys and variables of the template. */
  @ResponseSchema(IntegrationDelivery)
  @Post(':webhookId/approve')
  @HttpCode(200)
  @RequirePermission('manageProjectResources')
  approve(
    @CurrentProject() { projectId }: ProjectAccess,
    @CurrentCaller() { userId }: Caller,
    @PathId('integrationId') integrationId: number,
    @PathUuid('webhookId') id: string,
  ): Promise<IntegrationDelivery> {
    return this.deliveries.approve({ projectId, integrationId }, id, userId);
  }
}
