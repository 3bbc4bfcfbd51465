import { Module } from '@nestjs/common';
import { IntegrationAliases } from './aliases/integration-aliases.js';
import { IntegrationAliasesController, ProjectAliasesController } from './aliases/integration-aliases.controller.js';
import { DeliveryLog } from './deliveries/delivery-log.js';
import { IntegrationDeliveries } from './deliveries/integration-deliveries.js';
import { IntegrationDeliveriesController } from './deliveries/integration-deliveries.controller.js';
import { IntegrationsController, WebhookTrialsController } from './integrations.controller.js';
import { IntegrationsService } from './integrations.service.js';
import { ExtractedValues, Matchers } from './parts/integration-parts.js';
import { MatchersController } from './parts/matchers.controller.js';
import { ExtractedValuesController } from './parts/values.controller.js';
import { Deliverer } from './receiving/deliverer.js';
import { WebhookReader } from './reading/webhook-reader.js';
import { WebhookDirectory } from './receiving/webhook-directory.js';
import { WebhookRate } from './receiving/webhook-rate.js';
import { WebhookReceiver } from './receiving/webhook-receiver.js';
import { WebhooksController } from './receiving/webhooks.controller.js';
import { WebhookTrials } from './webhook-trials.js';

/** Templates that webhooks start: what decides about them, their addresses, and their logs. */
@Module({
  controllers: [
    // Before the others: "aliases" is no id.
    ProjectAliasesController,
    IntegrationsController,
    IntegrationAliasesController,
    MatchersController,
    ExtractedValuesController,
    IntegrationDeliveriesController,
    WebhookTrialsController,
    WebhooksController,
  ],
  providers: [
    IntegrationsService,
    IntegrationAliases,
    Matchers,
    ExtractedValues,
    WebhookTrials,
    WebhookDirectory,
    WebhookRate,
    WebhookReader,
    WebhookReceiver,
    Deliverer,
    DeliveryLog,
    IntegrationDeliveries,
  ],
})
export class IntegrationsModule {}
