import { Module } from '@nestjs/common';
import { TaskLogsModule } from '../logs/task-logs.module.js';
import { LogLinksController } from './log-links.controller.js';
import { LogLinks } from './log-links.service.js';
import { SharedLogGuard } from './shared/shared-log.guard.js';
import { SharedLogsController } from './shared/shared-logs.controller.js';
import { SharedLogs } from './shared/shared-logs.service.js';

@Module({
  imports: [TaskLogsModule],
  controllers: [LogLinksController, SharedLogsController],
  providers: [LogLinks, SharedLogGuard, SharedLogs],
})
export class LogLinksModule {}
