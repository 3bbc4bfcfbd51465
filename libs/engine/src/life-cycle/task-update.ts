import { type TaskUpdate, waitingReason } from '@switchyard/contracts';
import type { RowOf, Task } from '@switchyard/database';

/** The columns of a task that the live message has. */
const COLUMNS = [
  'id',
  'project_id',
  'template_id',
  'status',
  'started',
  'ended',
  'version',
  'waiting_reason',
  'waiting_for',
  'tag',
  'app',
] as const satisfies readonly (keyof RowOf<Task>)[];

/** Columns of `task` that make a {@link TaskUpdate}, for `returning`. */
export const UPDATE_COLUMNS = COLUMNS.map((column) => `task.${column}`).join(', ');

/** A row of {@link UPDATE_COLUMNS}. */
export type UpdateRow = Pick<RowOf<Task>, (typeof COLUMNS)[number]> & {
  /** How many deliveries were written about it. */
  deliveries?: number;
};

/** The row of a task that was just stored. */
export const updateRowOf = (task: Task): UpdateRow => ({
  id: task.id,
  project_id: task.projectId,
  template_id: task.templateId,
  status: task.status,
  started: task.started,
  ended: task.ended,
  version: task.version,
  waiting_reason: task.waitingReason,
  waiting_for: task.waitingFor,
  tag: task.tag,
  app: task.app,
});

/** The live message about a task. */
export function taskUpdate(task: UpdateRow): TaskUpdate {
  const { waiting_reason: code } = task;
  return {
    type: 'update',
    project_id: task.project_id,
    template_id: task.template_id,
    task_id: task.id,
    status: task.status,
    start: task.started?.toISOString() ?? null,
    end: task.ended?.toISOString() ?? null,
    version: task.version,
    waiting_reason: code && waitingReason(code, task),
  };
}
