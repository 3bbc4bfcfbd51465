import { FINAL_STATUSES, isFinal, TASK_STATUSES, type TaskListQuery, type TaskStatus } from '@switchyard/contracts';
import { attemptAlive, taskFinal, taskQueued, taskUndecided } from '@switchyard/database';

/** Which tasks a list shows; newest first. */
export interface TaskListFilter extends TaskListQuery {
  projectId: number;
  templateId?: number | undefined;
  /** Upper bound of the list. */
  max: number;
}

interface Statement {
  sql: string;
  parameters: unknown[];
}

/**
 * Tasks that have not ended, as SQL: each part has an index that holds such rows alone, so that the cost does not grow with
 * the history.
 */
export const ACTIVE_TASK_IDS = `
  select task_id as id from attempt where ${attemptAlive()}
  union all select id from task where ${taskQueued()}
  union all select id from task where ${taskUndecided()}`;

/**
 * Selects the ids of a page, newest first, or with `after` oldest first. Its cost does not grow with the history: ended
 * tasks are read status by status, each from its place in an index, and the others are few.
 */
export function taskIds(filter: TaskListFilter): Statement {
  const parameters: unknown[] = [];
  const place = (value: unknown): string => `$${parameters.push(value)}`;
  const conditions = conditionsOf(filter, place);
  const order = filter.after === undefined ? 'desc' : 'asc';
  const limit = place(Math.min(filter.count ?? filter.limit ?? filter.max, filter.max));
  const last = (id: string): string => `order by ${id} ${order} limit ${limit}`;
  if (filter.status === undefined && filter.user_id === undefined) {
    return { sql: `select task.id from task where ${conditions} ${last('task.id')}`, parameters };
  }
  const { ended, active } = split(filter.status ?? TASK_STATUSES);
  const parts = [
    ...(ended.length > 0 ? [endedIds({ conditions, statuses: place(ended), last: last('task.id') })] : []),
    ...(active.length > 0
      ? [`select id from task where id in (${ACTIVE_TASK_IDS}) and ${conditions} and status = any(${place(active)})`]
      : []),
  ];
  return { sql: `select id from (${parts.join(' union all ')}) listed ${last('id')}`, parameters };
}

const split = (statuses: readonly TaskStatus[]): { ended: TaskStatus[]; active: TaskStatus[] } => ({
  ended: FINAL_STATUSES.filter((status) => statuses.includes(status)),
  active: statuses.filter((status) => !isFinal(status)),
});

const endedIds = ({ conditions, statuses, last }: { conditions: string; statuses: string; last: string }): string => `
  select found.id from unnest(${statuses}::text[]) wanted (status) cross join lateral (
    select task.id from task where ${conditions} and ${taskFinal()} and task.status = wanted.status ${last}) found`;

function conditionsOf(filter: TaskListFilter, place: (value: unknown) => string): string {
  const values = {
    'task.project_id =': filter.projectId,
    'task.template_id =': filter.templateId ?? filter.template_id,
    'task.user_id =': filter.user_id,
    'task.schedule_id =': filter.schedule_id,
    'task.id <': filter.before,
    'task.id >': filter.after,
  };
  return Object.entries(values)
    .flatMap(([condition, value]) => (value === undefined ? [] : [`${condition} ${place(value)}`]))
    .join(' and ');
}
