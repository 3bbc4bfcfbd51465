import { Module } from '@nestjs/common';
import { GitRepositoriesController } from './git-repositories.controller.js';
import { GitRepositoriesService } from './git-repositories.service.js';

@Module({ controllers: [GitRepositoriesController], providers: [GitRepositoriesService] })
export class GitRepositoriesModule {}
