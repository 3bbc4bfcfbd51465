import { Module } from '@nestjs/common';
import { OwnRunnerController } from './own-runner.controller.js';
import { BUILT_RUNNER, OwnRunnerService, RUNNER_FILE } from './own-runner.service.js';
import { PostsService } from './posts.service.js';
import { PublicationsController } from './publications.controller.js';
import { ReleaseService } from './release.service.js';

@Module({
  controllers: [PublicationsController, OwnRunnerController],
  providers: [PostsService, ReleaseService, OwnRunnerService, { provide: RUNNER_FILE, useValue: BUILT_RUNNER }],
})
export class PublicationsModule {}
