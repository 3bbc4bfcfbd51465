import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
import type { DispatcherConfig } from './config.js';
import { DispatchModule } from './dispatch/dispatch.module.js';
import { HealthModule } from './health/health.module.js';
import { InfrastructureModule } from './infrastructure/infrastructure.module.js';
import { LeasesModule } from './leases/leases.module.js';
import { MaintenanceModule } from './maintenance/maintenance.module.js';
import { OutboxModule } from './outbox/outbox.module.js';
import { SessionsModule } from './sessions/sessions.module.js';

/** The whole app. */
@Module({})
export class DispatcherModule {
  static forRoot(config: DispatcherConfig, logger: Logger, signal: AbortSignal): DynamicModule {
    return {
      module: DispatcherModule,
      imports: [
        InfrastructureModule.forRoot(config, logger, signal),
        DispatchModule,
        LeasesModule,
        SessionsModule,
        MaintenanceModule,
        OutboxModule,
        HealthModule,
      ],
    };
  }
}
