import { Module, type DynamicModule } from '@nestjs/common';
import { AlertsModule } from './alerts/alerts.module.js';
import { AppsModule } from './apps/apps.module.js';
import { AuditModule } from './audit/audit.module.js';
import { AuditLogModule } from './audit-log/audit-log.module.js';
import { AuthModule } from './auth/auth.module.js';
import { LoginModule } from './login/login.module.js';
import { DemoModule } from './demo/demo.module.js';
import { EmailLoginModule } from './email-login/email-login.module.js';
import { EnvironmentsModule } from './environments/environments.module.js';
import { BillingModule } from './billing/billing.module.js';
import { BackupModule } from './backup/backup.module.js';
import { BranchesModule } from './git-repositories/branches.module.js';
import { EventsModule } from './events/events.module.js';
import { InfrastructureModule } from './infrastructure/infrastructure.module.js';
import type { Infrastructure } from './infrastructure/open-infrastructure.js';
import { IntegrationsModule } from './integrations/integrations.module.js';
import { KeysModule } from './keys/keys.module.js';
import { LogLinksModule } from './log-links/log-links.module.js';
import { LiveUpdatesModule } from './live-updates/live-updates.module.js';
import { MembersModule } from './members/members.module.js';
import { OidcModule } from './oidc/oidc.module.js';
import { ProjectResourcesModule } from './project-resources/project-resources.module.js';
import { PublicationsModule } from './publications/publications.module.js';
import { ProjectsModule } from './projects/projects.module.js';
import { RunnerGatewayModule } from './runner-gateway/runner-gateway.module.js';
import { RunnersModule } from './runners/runners.module.js';
import { SchedulesModule } from './schedules/schedules.module.js';
import { SubscriptionModule } from './subscription/subscription.module.js';
import { SystemModule } from './system/system.module.js';
import { TaskLogsModule } from './task-logs/task-logs.module.js';
import { TasksModule } from './tasks/tasks.module.js';
import { TemplatesModule } from './templates/templates.module.js';
import { TerraformModule } from './terraform/terraform.module.js';
import { TwoFactorModule } from './two-factor/two-factor.module.js';
import { UsersModule } from './users/users.module.js';
import { StatsModule } from './stats/stats.module.js';
import { ViewsModule } from './views/views.module.js';

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
    SubscriptionModule,
    PublicationsModule,
    AppsModule,
    UsersModule,
    ProjectsModule,
    DemoModule,
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
  static forRoot(infrastructure: Infrastructure): DynamicModule {
    return { module: AppModule, imports: [InfrastructureModule.forRoot(infrastructure)] };
  }
}
