import { Module } from '@nestjs/common';
import { ProjectRegistrationTokensController, RegistrationTokensController } from './registration-tokens.controller.js';
import { RegistrationTokens } from './registration-tokens.js';
import { ProjectRunnerDeliveriesController, RunnerDeliveriesController } from './runner-deliveries.controller.js';
import { RunnerCaches } from './runner-caches.js';
import { ProjectRunnerCachesController, RunnerCachesController } from './runner-caches.controller.js';
import { RunnerDeliveries } from './runner-deliveries.js';
import { ProjectRunnerListsController, RunnerListsController } from './runner-lists.controller.js';
import { ProjectRunnersController, RunnersController } from './runners.controller.js';
import { RunnersService } from './runners.service.js';

@Module({
  controllers: [
    RunnerListsController,
    ProjectRunnerListsController,
    RunnersController,
    ProjectRunnersController,
    RunnerCachesController,
    ProjectRunnerCachesController,
    RunnerDeliveriesController,
    ProjectRunnerDeliveriesController,
    RegistrationTokensController,
    ProjectRegistrationTokensController,
  ],
  providers: [RunnersService, RunnerCaches, RunnerDeliveries, RegistrationTokens],
  exports: [RunnersService, RunnerCaches],
})
export class RunnersModule {}
