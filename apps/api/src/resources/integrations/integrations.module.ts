import { Module } from '@nestjs/common';
import { IntegrationAliases } from './aliases/integration-aliases.js';
import { IntegrationAliasesController, ProjectAliasesController } from './aliases/integration-aliases.controller.js';
import { DeliveryLog } from './webhooks/delivery-log.js';
import { IntegrationDeliveries } from './webhooks/integration-deliveries.js';
import { IntegrationDeliveriesController } from './webhooks/integration-deliveries.controller.js';
import { IntegrationsController, WebhookTrialsController } from './integrations.controller.js';
import { IntegrationsService } from './integrations.service.js';
import { ExtractedValues, Matchers } from './parts/integration-parts.js';
import { MatchersController } from './parts/matchers.controller.js';
import { ExtractedValuesController } from './parts/values.controller.js';
import { TasksModule } from '../../tasks/tasks.module.js';
import { ReviewCommands } from './webhooks/review-commands.js';
import { WebhookHandler } from './webhooks/webhook-handler.js';
import { WebhookReader } from './reading/webhook-reader.js';
import { WebhookDirectory } from './webhooks/webhook-directory.js';
import { WebhookRate } from './reading/webhook-rate.js';
import { WebhookReceiver } from './webhooks/webhook-receiver.js';
import { WebhooksController } from './webhooks/webhooks.controller.js';
import { WebhookTrials } from './webhook-trials.js';

/** Templates that webhooks start: what decides about them, their addresses, and their logs. */
@Module({
  imports: [TasksModule],
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
    WebhookHandler,
    ReviewCommands,
    DeliveryLog,
    IntegrationDeliveries,
  ],
})
export class IntegrationsModule {}
