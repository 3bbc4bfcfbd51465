import { Module, type DynamicModule } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
import { ClockModule } from './clock/clock.module.js';
import type { DispatcherConfig } from './config.js';
import { DeliveriesModule } from './deliveries/deliveries.module.js';
import { DispatchModule } from './dispatch/dispatch.module.js';
import { HealthModule } from './health/health.module.js';
import { InfrastructureModule } from './infrastructure/infrastructure.module.js';

/** The whole app. */
@Module({})
export class DispatcherModule {
  static forRoot(config: DispatcherConfig, logger: Logger, signal: AbortSignal): DynamicModule {
    return {
      module: DispatcherModule,
      imports: [
        InfrastructureModule.forRoot(config, logger, signal),
        DispatchModule,
        ClockModule,
        DeliveriesModule,
        HealthModule,
      ],
    };
  }
}
