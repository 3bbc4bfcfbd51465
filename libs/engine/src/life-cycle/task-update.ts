import type { TaskStatus, TaskUpdate, WaitingReasonCode } from '@switchyard/contracts';

/** Columns of `task` that make a {@link TaskUpdate}, for `returning`. */
export const UPDATE_COLUMNS = [
  'id',
  'project_id',
  'template_id',
  'status',
  'started',
  'ended',
  'version',
  'waiting_reason',
  'waiting_reason_text',
]
  .map((column) => `task.${column}`)
  .join(', ');

/** A row of {@link UPDATE_COLUMNS}. */
export interface UpdateRow {
  id: number;
  project_id: number;
  template_id: number;
  status: TaskStatus;
  started: Date | null;
  ended: Date | null;
  version: string | null;
  waiting_reason: WaitingReasonCode | null;
  waiting_reason_text: string | null;
  /** How many deliveries were written about it. */
  deliveries?: number;
}

/** The live message about a task. */
export function taskUpdate(task: UpdateRow): TaskUpdate {
  const { waiting_reason: code, waiting_reason_text: text } = task;
  return {
    type: 'update',
    project_id: task.project_id,
    template_id: task.template_id,
    task_id: task.id,
    status: task.status,
    start: task.started?.toISOString() ?? null,
    end: task.ended?.toISOString() ?? null,
    version: task.version,
    waiting_reason: code && { code, text: text ?? '' },
  };
}
