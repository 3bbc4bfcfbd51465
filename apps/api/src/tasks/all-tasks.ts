import { Inject, Injectable } from '@nestjs/common';
import type { ActiveTask, TaskStatus } from '@switchyard/contracts';
import { attemptAlive, taskHeld, taskQueued, taskUndecided } from '@switchyard/database';
import { type Engine, NotFoundError, stopTask } from '@switchyard/engine';
import { DataSource } from 'typeorm';
import { ENGINE } from '../infrastructure/tokens.js';
import { TaskAudit } from './task-audit.js';

interface ActiveRow {
  task_id: number;
  project_id: number;
  template_id: number;
  template_name: string;
  status: TaskStatus;
  created: Date;
  held: boolean;
  username: string | null;
  runner_id: number | null;
  runner_name: string | null;
  project_name: string;
}

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
    const rows = await this.dataSource.query<ActiveRow[]>(activeQuery, [MAX_ACTIVE]);
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
  async stop(taskId: number): Promise<void> {
    const [task] = await this.dataSource.query<{ project_id: number }[]>('select project_id from task where id = $1', [
      taskId,
    ]);
    if (!task) {
      return;
    }
    try {
      const projectId = task.project_id;
      await this.audit.moved(projectId, taskId, await stopTask(this.engine, { projectId, taskId, force: false }));
    } catch (error) {
      if (!(error instanceof NotFoundError)) {
        throw error;
      }
    }
  }
}

/** Each part of the list has an index that holds active rows alone, so that its cost does not grow with the history. */
const activeQuery = `
  select t.id as task_id, t.project_id, t.template_id, p.name as template_name, t.status, t.created,
         ${taskHeld('t')} as held, u.username, r.id as runner_id,
         r.name as runner_name, project.name as project_name
    from task t join template p on p.id = t.template_id join project on project.id = t.project_id
    left join "user" u on u.id = t.user_id left join runner r on r.id = t.runner_id
   where t.id in (
     select task_id from attempt where ${attemptAlive()}
     union all select id from task where ${taskQueued()}
     union all select id from task where ${taskUndecided()})
   order by t.id desc limit $1`;
