import { Module, type DynamicModule } from '@nestjs/common';
import type { ReadTexts } from '@switchyard/settings';
import { AuthModule } from '../auth/auth.module.js';
import { BillingModule } from '../billing/billing.module.js';
import { IdentityModule } from '../identity/identity.module.js';
import { InfrastructureModule } from '../platform/infrastructure/infrastructure.module.js';
import { GIVEN_SETTINGS } from '../platform/infrastructure/tokens.js';
import type { ApiInfrastructure } from '../platform/infrastructure/open-infrastructure.js';
import { ProjectsModule } from '../projects/projects.module.js';
import { IntegrationsModule } from '../resources/integrations/integrations.module.js';
import { ResourcesModule } from '../resources/resources.module.js';
import { AppsModule } from '../runners/apps/apps.module.js';
import { RunnerGatewayModule } from '../runners/gateway/runner-gateway.module.js';
import { RunnersModule } from '../runners/runners.module.js';
import { LiveUpdatesModule } from '../tasks/live-updates/live-updates.module.js';
import { TaskLogsModule } from '../tasks/logs/task-logs.module.js';
import { TasksModule } from '../tasks/tasks.module.js';
import { TerraformModule } from '../terraform/terraform.module.js';
import { AccessGrantsController } from './access-grants/access-grants.controller.js';
import { DoctorController } from './doctor/doctor.controller.js';
import { DoctorService } from './doctor/doctor.service.js';
import { OwnProgramsController } from './publications/own-programs.controller.js';
import { BUILT_FILES, OWN_FILES, OwnProgramsService } from './publications/own-programs.service.js';
import { PostsService } from './publications/posts.service.js';
import { PublicationsController } from './publications/publications.controller.js';
import { ReleaseService } from './publications/release.service.js';
import { OptionsController } from './system/options.controller.js';
import { OptionsService } from './system/options.service.js';
import { SystemController } from './system/system.controller.js';
import { SystemService } from './system/system.service.js';

/** The whole app. */
@Module({
  imports: [
    AuthModule,
    IdentityModule,
    AppsModule,
    ProjectsModule,
    BillingModule,
    ResourcesModule,
    IntegrationsModule,
    TerraformModule,
    TasksModule,
    TaskLogsModule,
    RunnersModule,
    RunnerGatewayModule,
    LiveUpdatesModule,
  ],
  controllers: [
    OptionsController,
    SystemController,
    AccessGrantsController,
    DoctorController,
    PublicationsController,
    OwnProgramsController,
  ],
  providers: [
    DoctorService,
    OptionsService,
    OwnProgramsService,
    PostsService,
    ReleaseService,
    SystemService,
    { provide: OWN_FILES, useValue: BUILT_FILES },
  ],
})
export class AppModule {
  /** @param given the settings as they were read */
  static forRoot(
    infrastructure: ApiInfrastructure,
    given: ReadTexts = { texts: {}, sources: {}, faults: [] },
  ): DynamicModule {
    return {
      module: AppModule,
      imports: [InfrastructureModule.forRoot(infrastructure)],
      providers: [{ provide: GIVEN_SETTINGS, useValue: given }],
    };
  }
}
