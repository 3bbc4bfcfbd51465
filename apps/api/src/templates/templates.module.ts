import { Module } from '@nestjs/common';
import { TasksModule } from '../tasks/tasks.module.js';
import { TemplateReader } from './template-reader.js';
import { TemplatesController } from './templates.controller.js';
import { TemplatesService } from './templates.service.js';

@Module({
  imports: [TasksModule],
  controllers: [TemplatesController],
  providers: [TemplatesService, TemplateReader],
})
export class TemplatesModule {}
