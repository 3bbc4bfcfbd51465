import type { TaskStatus } from '@switchyard/contracts';
import { attemptAlive, taskHeld, taskQueued, taskUndecided } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

export interface ActiveRow {
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

/** Tasks of every project that have not ended, newest first; of too many those that wait longest are left out. */
export function findActiveTasks(manager: EntityManager, max: number): Promise<ActiveRow[]> {
  return manager.query<ActiveRow[]>(activeQuery, [max]);
}

/** `null` when there is no such task. */
export async function findProjectOfTask(manager: EntityManager, taskId: number): Promise<number | null> {
  const [task] = await manager.query<{ project_id: number }[]>('select project_id from task where id = $1', [taskId]);
  return task?.project_id ?? null;
}
