import {
  FINAL_STATUSES,
  isFinal,
  SEARCHED_TASKS,
  TASK_STATUSES,
  type TaskListQuery,
  type TaskStatus,
} from '@switchyard/contracts';
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

type Place = (value: unknown) => string;

function conditionsOf(filter: TaskListFilter, place: Place): string {
  const { start, end, text } = filter;
  const given = (values: Record<string, unknown>): string[] =>
    Object.entries(values).flatMap(([condition, value]) =>
      value === undefined ? [] : [`${condition} ${place(value)}`],
    );
  const project = place(filter.projectId);
  const among = [
    `task.project_id = ${project}`,
    ...given({
      'task.template_id =': filter.templateId ?? filter.template_id,
      'task.id <': filter.before,
      'task.id >': filter.after,
    }),
    ...(start === undefined ? [] : [`task.id >= ${firstIdSince(project, place(start), -DRIFT_MINUTES)}`]),
    ...(end === undefined ? [] : [`task.id < ${firstIdSince(project, place(end), DRIFT_MINUTES)}`]),
  ];
  const rest = given({
    'task.user_id =': filter.user_id,
    'task.schedule_id =': filter.schedule_id,
    'task.created >=': start,
    'task.created <': end,
  });
  const found =
    text === undefined ? [] : textConditions(text, { among, isUpwards: filter.after !== undefined, project, place });
  return [...among, ...rest, ...found].join(' and ');
}

/** Ids are given in the order of time, but for transactions that overlap. */
const DRIFT_MINUTES = 10;

/** The lowest id of a task of the project made since a time, by halving: its cost is the logarithm of the ids. */
const firstIdSince = (project: string, time: string, minutes: number): string => `(
  with recursive halved (low, high) as (
    select 0::bigint, (select coalesce(max(id), 0) + 1::bigint from task where project_id = ${project})
    union all
    select case when is_older then middle + 1 else low end, case when is_older then high else middle end
      from halved cross join lateral (select (low + high) / 2 as middle) half
      cross join lateral (select coalesce((select created < ${time}::timestamptz + interval '${minutes} minutes'
        from task where project_id = ${project} and id >= middle order by id limit 1), false) as is_older) probe
     where low < high)
  select max(low) from halved)`;

interface TextContext {
  /** Conditions that an index answers. */
  among: readonly string[];
  /** The list is read from its oldest task. */
  isUpwards: boolean;
  project: string;
  place: Place;
}

/** A text is looked for in the next tasks of the list alone, so that one that stands nowhere does not read the whole history. */
function textConditions(text: string, { among, isUpwards, project, place }: TextContext): string[] {
  const wanted = `lower(${place(text)})`;
  const id = /^#?(\d{1,9})$/.exec(text)?.[1];
  const holds = (column: string): string => `position(${wanted} in lower(${column})) > 0`;
  const edge = (order: 'asc' | 'desc'): string =>
    `(select id from task where ${among.join(' and ')} order by id ${order} offset ${SEARCHED_TASKS} limit 1)`;
  return [
    isUpwards ? `task.id < coalesce(${edge('asc')}, 2147483647)` : `task.id > coalesce(${edge('desc')}, 0)`,
    `(${[
      ...['task.message', 'task.commit_message', "coalesce(task.version, '')", "coalesce(task.commit_hash, '')"].map(
        holds,
      ),
      `task.template_id in (select id from template where project_id = ${project} and ${holds('name')})`,
      ...(id === undefined ? [] : [`task.id = ${place(Number(id))}`]),
    ].join(' or ')})`,
  ];
}
