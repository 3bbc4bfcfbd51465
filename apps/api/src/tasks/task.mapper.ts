import {
  isAssignable,
  Task as TaskView,
  type TaskWithTemplate,
  TaskWithTemplate as TaskWithTemplateView,
  waitingReason,
} from '@switchyard/contracts';
import { columnsOf, type RowOf, rowOf, Task, type Template } from '@switchyard/database';

/** Members of the wire's task that are made of something else than the column of their name, if there is one. */
type Made = 'waiting_reason' | 'decided_by' | 'stopped_by' | 'secret';
const MADE: ReadonlySet<string> = new Set<Made>(['waiting_reason', 'decided_by', 'stopped_by', 'secret']);

type Copied = Exclude<keyof TaskView & keyof RowOf<Task>, Made>;

/** Columns that go into the wire's task under their own name: a column that the schema has too is one of them. */
const COPIED = columnsOf(Task)
  .map(({ name }) => name)
  .filter((name): name is Copied => name in TaskView.shape && !MADE.has(name));

/** Columns of `task` that a {@link TaskRow} has. */
export const TASK_COLUMNS = [...COPIED, 'waiting_reason', 'waiting_for', 'tag', 'app', 'started', 'ended'] as const;

/** A task row as the task queries select it: columns of `task`, the template's facts and the names beside them. */
export interface TaskRow extends Pick<RowOf<Task>, (typeof TASK_COLUMNS)[number]> {
  decided_by_name: string | null;
  stopped_by_name: string | null;
  runner_name: string | null;
  tpl_playbook: string;
  tpl_alias: string;
  tpl_type: string;
  tpl_app: string;
  user_name: string | null;
  integration_name: string | null;
  schedule_name: string | null;
}

const iso = (time: Date | null): string | null => time?.toISOString() ?? null;

/** Members of the wire's task that are no column under their own name. */
type Others = Omit<TaskView, Copied>;

/**
 * An object with every member of a schema, empty. All copies of what JSON made share its shape; an object of this size that is
 * filled name by name becomes a hash table, six times as dear to make and to send, and lists of hundreds of tasks are read all day.
 */
const emptyOf = <T>({ shape }: { shape: object }): Readonly<T> =>
  JSON.parse(JSON.stringify(Object.fromEntries(Object.keys(shape).map((name) => [name, null])))) as T;

const EMPTY_TASK = emptyOf<TaskView>(TaskView);
const EMPTY_LISTED = emptyOf<TaskWithTemplate>(TaskWithTemplateView);

/** A task of the shape of `empty`: the copied columns of the row, times as text, and the others. */
function filled<T extends TaskView>(empty: Readonly<T>, row: TaskRow, others: Omit<T, Copied>): T {
  const task = { ...empty } as Record<string, unknown>;
  for (const name of COPIED) {
    const value = row[name];
    task[name] = value instanceof Date ? value.toISOString() : value;
  }
  return Object.assign(task, others) as T;
}

/** Launch options stand in `params` and, for older clients, at the top level. */
function othersOf(row: TaskRow): Others {
  const { params, waiting_reason: code } = row;
  return {
    waiting_reason: code && isAssignable(row.status) ? waitingReason(code, row) : null,
    decided_by: row.decided_by_name,
    stopped_by: row.stopped_by_name,
    secret: '',
    runner_name: row.runner_name,
    start: iso(row.started),
    end: iso(row.ended),
    debug: params['debug'] === true,
    dry_run: params['dry_run'] === true,
    diff: params['diff'] === true,
    limit: Array.isArray(params['limit']) ? params['limit'].join(',') : '',
  };
}

export function toTaskWithTemplate(row: TaskRow, build: TaskRow | undefined): TaskWithTemplate {
  const others: Omit<TaskWithTemplate, Copied> = Object.assign(othersOf(row), {
    tpl_playbook: row.tpl_playbook,
    tpl_alias: row.tpl_alias,
    tpl_type: row.tpl_type,
    tpl_app: row.tpl_app,
    user_name: row.user_name,
    integration_name: row.integration_name,
    schedule_name: row.schedule_name,
    build_task: build ? filled(EMPTY_TASK, build, othersOf(build)) : null,
  });
  return filled(EMPTY_LISTED, row, others);
}

/** The row of a task that was just stored and builds on none. @param userName of who started it */
export const launchedRow = (task: Task, template: Template, userName: string): TaskRow => ({
  ...rowOf(Task, task),
  build_task_id: null,
  tpl_playbook: template.playbook,
  tpl_alias: template.name,
  tpl_type: template.type,
  tpl_app: template.app,
  user_name: userName,
  integration_name: null,
  schedule_name: null,
  decided_by_name: null,
  stopped_by_name: null,
  runner_name: null,
});
