import { Global, Module } from '@nestjs/common';
import { alertChannelResource } from '../definitions/alert-channel.js';
import { environmentResource } from '../definitions/environment.js';
import { inventoryResource } from '../definitions/inventory.js';
import { keyResource } from '../definitions/key.js';
import { repositoryResource } from '../definitions/repository.js';
import { workflowResource } from '../definitions/workflow.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { AlertChannelsService } from './alerts/alert-channels.service.js';
import { AlertDeliveries } from './alerts/alert-deliveries.js';
import { AlertsController } from './alerts/alerts.controller.js';
import { EnvironmentsService } from './environments/environments.service.js';
import { SecretChanges } from './environments/secret-changes.js';
import { BranchesController } from './git-repositories/branches.controller.js';
import { Branches } from './git-repositories/branches.js';
import { KeysService } from './keys/keys.service.js';
import { PassphraseController } from './keys/passphrase/passphrase.controller.js';
import { PassphraseTester } from './keys/passphrase/passphrase-tester.js';
import { ScheduleCalendar } from './schedules/schedule-calendar.js';
import { SchedulesController, TemplateSchedulesController } from './schedules/schedules.controller.js';
import { SchedulesService } from './schedules/schedules.service.js';
import { ActivityLog } from './shared/activity-log.js';
import { plainResource } from './shared/plain-resource.js';
import { resourceController } from './shared/resource-controller.js';
import { ResourceStores } from './shared/resource-store.js';
import { SyncReports } from './shared/sync-reports.js';
import { TemplateMembers } from './templates/template-members.js';
import { TemplateReader } from './templates/template-reader.js';
import { TemplateWorkspaces } from './templates/template-workspaces.js';
import { TemplateWorkspacesController } from './templates/template-workspaces.controller.js';
import { TemplatesController } from './templates/templates.controller.js';
import { TemplatesService } from './templates/templates.service.js';
import { VaultEndpoints } from './vault/vault-endpoints.js';
import { VaultFeature } from './vault/vault-feature.js';
import { VaultReader } from './vault/vault-reader.js';
import { ViewsController } from './views/views.controller.js';
import { ViewsService } from './views/views.service.js';
import { NodeWriter } from './workflows/node-writer.js';
import { WorkflowRuns } from './workflows/workflow-runs.service.js';
import { WorkflowRunsController } from './workflows/workflow-runs.controller.js';
import { WorkflowsService } from './workflows/workflows.service.js';

/** Where alerts of a project go. */
class AlertChannelsController extends resourceController(alertChannelResource, AlertChannelsService) {}

/** Variable groups. */
class EnvironmentsController extends resourceController(environmentResource, EnvironmentsService) {}

/** Graphs of templates and approvals. */
class WorkflowsController extends resourceController(workflowResource, WorkflowsService) {}

/** Stored credentials. */
class KeysController extends resourceController(keyResource, KeysService) {}

/** The resources of a project, and what they have in common. */
@Global()
@Module({
  imports: [TasksModule, plainResource(repositoryResource), plainResource(inventoryResource)],
  controllers: [
    BranchesController,
    KeysController,
    PassphraseController,
    EnvironmentsController,
    TemplatesController,
    TemplateWorkspacesController,
    SchedulesController,
    TemplateSchedulesController,
    AlertChannelsController,
    AlertsController,
    ViewsController,
    WorkflowsController,
    WorkflowRunsController,
  ],
  providers: [
    ActivityLog,
    AlertChannelsService,
    AlertDeliveries,
    Branches,
    EnvironmentsService,
    KeysService,
    NodeWriter,
    PassphraseTester,
    ResourceStores,
    ScheduleCalendar,
    SchedulesService,
    SecretChanges,
    SyncReports,
    TemplateMembers,
    TemplateReader,
    TemplatesService,
    TemplateWorkspaces,
    VaultEndpoints,
    VaultFeature,
    VaultReader,
    ViewsService,
    WorkflowRuns,
    WorkflowsService,
  ],
  exports: [
    ActivityLog,
    ResourceStores,
    ScheduleCalendar,
    SyncReports,
    TemplateReader,
    TemplateWorkspaces,
    VaultFeature,
    VaultReader,
  ],
})
export class ResourcesModule {}
