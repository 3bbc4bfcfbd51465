import { Module } from '@nestjs/common';
import { ProjectRegistrationTokensController, RegistrationTokensController } from './registration-tokens.controller.js';
import { RegistrationTokens } from './registration-tokens.js';
import { ProjectRunnerDeliveriesController, RunnerDeliveriesController } from './runner-deliveries.controller.js';
import { RunnerDeliveries } from './runner-deliveries.js';
import { ProjectRunnerListsController, RunnerListsController } from './runner-lists.controller.js';
import { RunnerRepository } from './runner.repository.js';
import { ProjectRunnersController, RunnersController } from './runners.controller.js';
import { RunnersService } from './runners.service.js';

@Module({
  controllers: [
    RunnerListsController,
    ProjectRunnerListsController,
    RunnersController,
    ProjectRunnersController,
    RunnerDeliveriesController,
    ProjectRunnerDeliveriesController,
    RegistrationTokensController,
    ProjectRegistrationTokensController,
  ],
  providers: [RunnersService, RunnerRepository, RunnerDeliveries, RegistrationTokens],
  exports: [RunnersService],
})
export class RunnersModule {}
