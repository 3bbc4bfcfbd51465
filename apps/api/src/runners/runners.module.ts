import { Module } from '@nestjs/common';
import { ProjectRunnersController } from './project-runners.controller.js';
import { RegistrationTokensController } from './registration-tokens.controller.js';
import { RegistrationTokens } from './registration-tokens.js';
import { RunnerReader } from './runner-reader.js';
import { RunnersController } from './runners.controller.js';
import { RunnersService } from './runners.service.js';

@Module({
  controllers: [RunnersController, ProjectRunnersController, RegistrationTokensController],
  providers: [RunnersService, RunnerReader, RegistrationTokens],
  exports: [RunnersService],
})
export class RunnersModule {}
