import { Inject, Injectable } from '@nestjs/common';
import { type ActiveTask, isAssignable, waitingReason } from '@switchyard/contracts';
import { type Engine, NotFoundError, stopTask } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import type { Caller } from '../auth/access/caller.js';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { type ActiveRow, findActiveTasks, findProjectOfTask } from './active-task.repository.js';
import { TaskAudit } from './task-audit.js';

/** Most tasks that are listed; what waits longest comes last. */
const MAX_ACTIVE = 1_000;

/** Tasks of every project that have not ended, for administrators. */
@Injectable()
export class AllTasks {
  constructor(
    private readonly dataSource: DataSource,
    @Inject(ENGINE) private readonly engine: Engine,
    private readonly audit: TaskAudit,
  ) {}

  /** Newest first. Members that are empty are left out. */
  async list(): Promise<ActiveTask[]> {
    return (await findActiveTasks(this.dataSource.manager, MAX_ACTIVE)).map(toActiveTask);
  }

  /** Stops gently; a task that is unknown or has ended is no error. */
  async stop({ userId }: Caller, taskId: number): Promise<void> {
    const projectId = await findProjectOfTask(this.dataSource.manager, taskId);
    if (projectId === null) {
      return;
    }
    try {
      await this.audit.moved(
        projectId,
        taskId,
        await stopTask(this.engine, { projectId, taskId, userId, force: false }),
      );
    } catch (error) {
      if (!(error instanceof NotFoundError)) {
        throw error;
      }
    }
  }
}

const toActiveTask = (row: ActiveRow): ActiveTask => ({
  task_id: row.task_id,
  project_id: row.project_id,
  template_id: row.template_id,
  template_name: row.template_name,
  app: row.app,
  status: row.status,
  created: row.created.toISOString(),
  start: row.started?.toISOString() ?? null,
  location: row.held ? 'running' : 'queue',
  waiting_reason: row.waiting_reason && isAssignable(row.status) ? waitingReason(row.waiting_reason, row) : null,
  project_name: row.project_name,
  schedule_id: row.schedule_id,
  schedule_name: row.schedule_name,
  build_task_id: row.build_task_id,
  integration_id: row.integration_id,
  integration_name: row.integration_name,
  local: row.held && row.local === true,
  ...(row.username === null ? {} : { username: row.username, user_name: row.user_name ?? row.username }),
  ...(row.held && row.runner_id !== null ? { runner_id: row.runner_id, runner_name: row.runner_name ?? '' } : {}),
});
