import { Inject, Injectable } from '@nestjs/common';
import type { ActiveTask } from '@switchyard/contracts';
import { type Engine, NotFoundError, stopTask } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import type { Caller } from '../auth/access/caller.js';
import { ENGINE } from '../infrastructure/tokens.js';
import { findActiveTasks, findProjectOfTask } from './active-task.repository.js';
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
    const rows = await findActiveTasks(this.dataSource.manager, MAX_ACTIVE);
    return rows.map((row) => ({
      task_id: row.task_id,
      project_id: row.project_id,
      template_id: row.template_id,
      template_name: row.template_name,
      status: row.status,
      created: row.created.toISOString(),
      location: row.held ? 'running' : 'queue',
      project_name: row.project_name,
      ...(row.username === null ? {} : { username: row.username }),
      ...(row.held && row.runner_id !== null ? { runner_id: row.runner_id, runner_name: row.runner_name ?? '' } : {}),
    }));
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
