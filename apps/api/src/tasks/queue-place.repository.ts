import { taskQueued } from '@switchyard/database';
import type { EntityManager } from 'typeorm';

/** In the line of its workspace where it waits for that, else in the queue of its project. Reads the index of waiting tasks alone, so that the cost does not grow with the history. */
const countBefore = `
  select (select count(*)::int from task older
           where ${taskQueued('older')} and older.project_id = t.project_id and older.id < t.id and ${taskQueued('t')}
             and (t.waiting_for ->> 'task' is null
                  or older.workspace_id = t.workspace_id and older.id <> (t.waiting_for ->> 'task')::int)) as before
    from task t where t.id = $1 and t.project_id = $2`;

/** How many older tasks of the project, or of its workspace, wait before it, 0 for a task that waits for none; `null` = no such task. */
export async function countTasksBefore(
  manager: EntityManager,
  projectId: number,
  taskId: number,
): Promise<number | null> {
  const [row] = await manager.query<{ before: number }[]>(countBefore, [taskId, projectId]);
  return row?.before ?? null;
}
