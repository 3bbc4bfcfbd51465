import { Body, Controller, HttpCode, Injectable, Post } from '@nestjs/common';
import { IntegrationReferences, WebhookTrial, WebhookTrialAnswer } from '@switchyard/contracts';
import { BodyLimit, MEBIBYTE, ResponseSchema } from '@switchyard/server';
import { RequirePermission } from '../../auth/access/access.js';
import { CurrentProject, type ProjectAccess } from '../../auth/access/caller.js';
import { PathId } from '../../platform/http/path-id.js';
import { resourceController } from '../shared/resource-controller.js';
import { integrationResource } from '../../definitions/integration.js';
import { IntegrationsService } from './integrations.service.js';
import { WebhookTrials } from './webhook-trials.js';

/** Templates that webhooks start. Nothing refers to one; what goes with it is answered. */
export class IntegrationsController extends resourceController(
  integrationResource,
  IntegrationsService,
  IntegrationReferences,
) {}

/** Trial of a webhook at an integration. */
@Injectable()
@Controller('api/project/:projectId/integrations/:integrationId/test')
export class WebhookTrialsController {
  constructor(private readonly trials: WebhookTrials) {}

  @ResponseSchema(WebhookTrialAnswer)
  @Post()
  @HttpCode(200)
  @BodyLimit(4 * MEBIBYTE)
  @RequirePermission('manageProjectResources')
  run(
    @CurrentProject() { projectId }: ProjectAccess,
    @PathId('integrationId') id: number,
    @Body({ schema: WebhookTrial }) trial: WebhookTrial,
  ): Promise<WebhookTrialAnswer> {
    return this.trials.run(projectId, id, trial);
  }
}
