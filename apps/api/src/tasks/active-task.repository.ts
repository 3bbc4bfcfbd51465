import type { TaskStatus, WaitingReasonCode, WaitingFor } from '@switchyard/contracts';
import { taskHeld } from '@switchyard/database';
import type { EntityManager } from 'typeorm';
import { ACTIVE_TASK_IDS } from './task-pages.repository.js';

export interface ActiveRow {
  task_id: number;
  project_id: number;
  template_id: number;
  template_name: string;
  app: string;
  status: TaskStatus;
  created: Date;
  started: Date | null;
  held: boolean;
  waiting_reason: WaitingReasonCode | null;
  waiting_for: WaitingFor | null;
  tag: string;
  username: string | null;
  user_name: string | null;
  schedule_id: number | null;
  schedule_name: string | null;
  build_task_id: number | null;
  integration_id: number | null;
  integration_name: string | null;
  runner_id: number | null;
  runner_name: string | null;
  local: boolean | null;
  project_name: string;
}

const activeQuery = `
  select t.id as task_id, t.project_id, t.template_id, p.name as template_name, t.app, t.status, t.created, t.started,
         ${taskHeld('t')} as held, t.waiting_reason, t.waiting_for, t.tag, u.username, u.name as user_name, t.schedule_id,
         h.name as schedule_name, t.integration_id, g.name as integration_name, t.build_task_id, r.id as runner_id, r.name as runner_name, r.local,
         project.name as project_name
    from task t join template p on p.id = t.template_id join project on project.id = t.project_id and project.deleting is null
    left join "user" u on u.id = t.user_id left join runner r on r.id = t.runner_id
    left join schedule h on h.id = t.schedule_id left join integration g on g.id = t.integration_id
   where t.id in (${ACTIVE_TASK_IDS})
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
