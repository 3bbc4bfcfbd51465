import { Module } from '@nestjs/common';
import { NewProject } from './new-project.js';
import { ProjectsController } from './projects.controller.js';
import { ProjectsService } from './projects.service.js';

@Module({ controllers: [ProjectsController], providers: [ProjectsService, NewProject] })
export class ProjectsModule {}
