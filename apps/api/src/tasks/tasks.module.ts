import { Module } from '@nestjs/common';
import { TaskLogsModule } from './logs/task-logs.module.js';
import { ActiveTasks } from './active-tasks.js';
import { AllTasksController } from './all-tasks.controller.js';
import { AllTasks } from './all-tasks.js';
import { ListedTasks } from './listed-tasks.js';
import { TaskAudit } from './task-audit.js';
import { TaskResultsController } from './task-results.controller.js';
import { TaskResults } from './task-results.js';
import { TasksController } from './tasks.controller.js';
import { LaunchKeys } from './launch-keys.js';
import { Tasks } from './tasks.service.js';

@Module({
  imports: [TaskLogsModule],
  controllers: [TasksController, TaskResultsController, AllTasksController],
  providers: [ActiveTasks, LaunchKeys, ListedTasks, Tasks, TaskAudit, TaskResults, AllTasks],
  exports: [ActiveTasks],
})
export class TasksModule {}
