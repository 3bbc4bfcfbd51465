import { Module } from '@nestjs/common';
import { TasksModule } from '../../tasks/tasks.module.js';
import { TemplateReader } from './template-reader.js';
import { TemplateWorkspaces } from './template-workspaces.js';
import { TemplateWorkspacesController } from './template-workspaces.controller.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesService } from './templates.service.js';

@Module({
  imports: [TasksModule],
  controllers: [TemplatesController, TemplateWorkspacesController],
  providers: [TemplatesService, TemplateReader, TemplateWorkspaces],
  exports: [TemplateReader, TemplateWorkspaces],
})
export class TemplatesModule {}
