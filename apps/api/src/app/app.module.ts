import { Module, type DynamicModule } from '@nestjs/common';
import { AccessGrantsModule } from './access-grants/access-grants.controller.js';
import { AlertsModule } from '../resources/alerts/alerts.module.js';
import { AppsModule } from '../runners/apps/apps.module.js';
import { AuditModule } from '../auth/audit/audit.module.js';
import { AuditLogModule } from '../auth/audit-log/audit-log.module.js';
import { AuthModule } from '../auth/auth.module.js';
import { LoginModule } from '../identity/login/login.module.js';
import { DemoModule } from '../projects/demo-mode/demo.module.js';
import { EmailLoginModule } from '../identity/email-login/email-login.module.js';
import { EnvironmentsModule } from '../resources/environments/environments.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { ApplyModule } from '../projects/apply/apply.module.js';
import { BackupModule } from '../projects/backup/backup.module.js';
import { BranchesModule } from '../resources/git-repositories/branches.module.js';
import { EventsModule } from '../projects/events/events.module.js';
import { InfrastructureModule } from '../platform/infrastructure/infrastructure.module.js';
import type { ApiInfrastructure } from '../platform/infrastructure/open-infrastructure.js';
import { IntegrationsModule } from '../resources/integrations/integrations.module.js';
import { KeysModule } from '../resources/keys/keys.module.js';
import { LogLinksModule } from '../tasks/log-links/log-links.module.js';
import { LiveUpdatesModule } from '../tasks/live-updates/live-updates.module.js';
import { MembersModule } from '../projects/members/members.module.js';
import { OidcModule } from '../identity/oidc/oidc.module.js';
import { ProjectResourcesModule } from '../resources/shared/project-resources.module.js';
import { PublicationsModule } from './publications/publications.module.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { RunnerGatewayModule } from '../runners/gateway/runner-gateway.module.js';
import { RunnersModule } from '../runners/runners.module.js';
import { SchedulesModule } from '../resources/schedules/schedules.module.js';
import { SubscriptionModule } from '../billing/subscription/subscription.module.js';
import { SystemModule } from './system/system.module.js';
import { TaskLogsModule } from '../tasks/logs/task-logs.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { TemplatesModule } from '../resources/templates/templates.module.js';
import { TerraformModule } from '../terraform/terraform.module.js';
import { TwoFactorModule } from '../identity/two-factor/two-factor.module.js';
import { UsersModule } from '../identity/users/users.module.js';
import { StatsModule } from '../tasks/stats/stats.module.js';
import { ViewsModule } from '../resources/views/views.module.js';

/** The whole app. */
@Module({
  imports: [
    AuditModule,
    AuditLogModule,
    AuthModule,
    LoginModule,
    EmailLoginModule,
    TwoFactorModule,
    OidcModule,
    SystemModule,
    AccessGrantsModule,
    SubscriptionModule,
    PublicationsModule,
    AppsModule,
    UsersModule,
    ProjectsModule,
    DemoModule,
    ApplyModule,
    BackupModule,
    BillingModule,
    MembersModule,
    ProjectResourcesModule,
    BranchesModule,
    KeysModule,
    EnvironmentsModule,
    TemplatesModule,
    SchedulesModule,
    IntegrationsModule,
    AlertsModule,
    ViewsModule,
    StatsModule,
    TerraformModule,
    EventsModule,
    TasksModule,
    TaskLogsModule,
    LogLinksModule,
    RunnersModule,
    RunnerGatewayModule,
    LiveUpdatesModule,
  ],
})
export class AppModule {
  static forRoot(infrastructure: ApiInfrastructure): DynamicModule {
    return { module: AppModule, imports: [InfrastructureModule.forRoot(infrastructure)] };
  }
}
