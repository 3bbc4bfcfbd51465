import { taskFinal, taskLocks } from '@switchyard/database';
import { NotFoundError, TaskActiveError } from '../errors.js';
import type { Engine } from '../ports.js';
import { row } from '../statements/sql.js';
import { countTasks } from './template-counter.js';

/**
 * Removes a finished task with its attempts and log. One whose tool may still be at work under the lock of a state stays.
 * @throws NotFoundError, TaskActiveError
 */
export async function deleteTask(engine: Engine, task: { projectId: number; taskId: number }): Promise<void> {
  const found = await row<{ deleted: number | null }>(
    engine.dataSource,
    `with deleted as (
       delete from task where id = $1 and project_id = $2 and ${taskFinal()} and not ${taskLocks()} returning id, template_id),
     ${countTasks('deleted', '-')}
     select (select id from deleted) as deleted from task where id = $1 and project_id = $2`,
    [task.taskId, task.projectId],
  );
  if (!found) {
    throw new NotFoundError('task');
  }
  if (found.deleted === null) {
    throw new TaskActiveError();
  }
}
