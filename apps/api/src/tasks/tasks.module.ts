import { Module } from '@nestjs/common';
import { TaskLogsModule } from './logs/task-logs.module.js';
import { LogLinksController } from './log-links/log-links.controller.js';
import { LogLinks } from './log-links/log-links.service.js';
import { SharedLogGuard } from './log-links/shared/shared-log.guard.js';
import { SharedLogsController } from './log-links/shared/shared-logs.controller.js';
import { SharedLogs } from './log-links/shared/shared-logs.service.js';
import { StatsController } from './stats/stats.controller.js';
import { StatsService } from './stats/stats.service.js';
import { ActiveTasks } from './active-tasks.js';
import { AllTasksController } from './all-tasks.controller.js';
import { AllTasks } from './all-tasks.js';
import { LaunchKeys } from './launch-keys.js';
import { ListedTasks } from './listed-tasks.js';
import { Reviews } from './reviews.js';
import { TaskAudit } from './task-audit.js';
import { TaskImportController } from './task-import/task-import.controller.js';
import { TaskImport } from './task-import/task-import.service.js';
import { TaskResultsController } from './task-results.controller.js';
import { TaskResults } from './task-results.js';
import { TasksController } from './tasks.controller.js';
import { Tasks } from './tasks.service.js';

@Module({
  imports: [TaskLogsModule],
  controllers: [
    TasksController,
    TaskImportController,
    TaskResultsController,
    AllTasksController,
    StatsController,
    LogLinksController,
    SharedLogsController,
  ],
  providers: [
    ActiveTasks,
    AllTasks,
    LaunchKeys,
    ListedTasks,
    LogLinks,
    Reviews,
    SharedLogGuard,
    SharedLogs,
    StatsService,
    TaskAudit,
    TaskImport,
    TaskResults,
    Tasks,
  ],
  exports: [ActiveTasks, Reviews],
})
export class TasksModule {}
