import { type DynamicModule, Module } from '@nestjs/common';
import type { Logger } from '@switchyard/server';
import { Clock } from './clock/clock.service.js';
import type { DispatcherConfig } from './config.js';
import { DispatchProcessor } from './dispatch/dispatch.processor.js';
import { InfrastructureModule } from './infrastructure/infrastructure.module.js';

@Module({})
export class AppModule {
  static forRoot(config: DispatcherConfig, logger: Logger): DynamicModule {
    return {
      module: AppModule,
      imports: [InfrastructureModule.forRoot(config, logger)],
      providers: [DispatchProcessor, Clock],
    };
  }
}
