import type { TaskWithTemplate } from '@switchyard/contracts';
import type { EntityManager } from 'typeorm';
import { MAX_LISTED_TEXT_BYTES } from '../platform/bounds.js';
import { builtVersion } from './built-version.js';
import { TASK_COLUMNS, type TaskRow, toTaskWithTemplate } from './task.mapper.js';
import { taskIds, type TaskListFilter } from './task-pages.repository.js';

/** Texts that people wrote without a bound that a list could bear. */
const LONG: ReadonlySet<string> = new Set(['environment', 'arguments', 'params']);

const columns = (version: string): string => `
    ${TASK_COLUMNS.filter((name) => !LONG.has(name))
      .map((name) => (name === 'version' ? `${version} as version` : `t.${name}`))
      .join(', ')},
    d.name as decided_by_name, s.name as stopped_by_name, r.name as runner_name,
    p.playbook as tpl_playbook, p.name as tpl_alias, p.type as tpl_type, p.app as tpl_app, u.name as user_name,
    g.name as integration_name, h.name as schedule_name`;

const FROM = `
  from task t
  join template p on p.id = t.template_id
  left join "user" u on u.id = t.user_id
  left join integration g on g.id = t.integration_id
  left join "user" d on d.id = t.decided_by
  left join "user" s on s.id = t.stopped_by
  left join runner r on r.id = t.runner_id
  left join schedule h on h.id = t.schedule_id`;

const ONE = `select ${columns('t.version')}, t.environment, t.arguments, t.params ${FROM}`;

/** Text that people wrote, unless it is too long for a list. */
const listed = (text: string, column: string, otherwise: string): string =>
  `case when octet_length(${text}) <= ${MAX_LISTED_TEXT_BYTES} then ${column} else ${otherwise} end`;

/**
 * Names what a list shows of a task that builds on none: it differs as soon as anything of that differs. The transaction that
 * wrote a row names the row's content, on one server: another one may have used the number for something else.
 */
const STATE = `(select extract(epoch from pg_postmaster_start_time())::text) || ' ' || t.xmin ||
  row(p.playbook, p.name, p.type, p.app, u.name, g.name, d.name, s.name, r.name, h.name)::text`;

const many = (version: string): string => `select ${STATE} as state, ${columns(version)},
  ${listed('t.environment', 't.environment', "''")} as environment,
  ${listed('t.arguments', 't.arguments', 'null')} as arguments,
  ${listed('t.params::text', 't.params', "'{}'::jsonb")} as params ${FROM}`;

const MANY = many('t.version');
/** A deploy that is built on shows the version that it took itself. */
const BUILDS = many(`coalesce(t.version, ${builtVersion('t.build_task_id')})`);

/** A task of a list, and the name of the state that was read. */
export interface TaskStatusRow {
  id: number;
  state: string;
}

/** A task as a list shows it. */
export interface ListedTask {
  state: string;
  task: TaskWithTemplate;
}

/** A task as people read it, with its build. */
export async function findTask(
  manager: EntityManager,
  projectId: number,
  taskId: number,
): Promise<TaskWithTemplate | null> {
  const rows = await readRows(manager, `${ONE} where t.project_id = $1 and t.id = $2`, [projectId, taskId]);
  const [task] = await withBuilds(manager, rows);
  return task ?? null;
}

/** The tasks of a page, newest first, by the states they are in: a fraction of what it costs to read them. */
export function findTaskStatusRows(manager: EntityManager, filter: TaskListFilter): Promise<TaskStatusRow[]> {
  const { sql, parameters } = taskIds(filter);
  const page = `select t.id, ${STATE} as state ${FROM} where t.id = any(array(${sql})) order by t.id desc`;
  return manager.query<TaskStatusRow[]>(page, parameters);
}

/**
 * Those of the tasks that exist, in any order and two queries at most, however many they are. Variables, arguments and parameters
 * of a task are empty when they are long.
 */
export async function findListedTasks(manager: EntityManager, ids: readonly number[]): Promise<ListedTask[]> {
  const rows = await readRows<TaskRow & TaskStatusRow>(manager, `${MANY} where t.id = any($1)`, [ids]);
  const tasks = await withBuilds(manager, rows);
  return tasks.map((task, i) => ({ task, state: rows[i]?.state ?? '' }));
}

/** The newest task of a template, like {@link findListedTasks}. */
export async function findNewestTask(
  manager: EntityManager,
  projectId: number,
  templateId: number,
): Promise<TaskWithTemplate | null> {
  const newest = 'select max(id) from task where project_id = $1 and template_id = $2';
  const rows = await readRows(manager, `${MANY} where t.id = (${newest})`, [projectId, templateId]);
  const [task] = await withBuilds(manager, rows);
  return task ?? null;
}

/** The newest task of each template of the project that has one, by template id. */
export async function findLastTasks(manager: EntityManager, projectId: number): Promise<Map<number, TaskWithTemplate>> {
  const rows = await readRows(
    manager,
    `${MANY} where t.id = any(array(
       select l.id from template x
       cross join lateral (select id from task where template_id = x.id order by id desc limit 1) l
       where x.project_id = $1))`,
    [projectId],
  );
  return new Map((await withBuilds(manager, rows)).map((task) => [task.template_id, task]));
}

async function withBuilds(manager: EntityManager, rows: TaskRow[]): Promise<TaskWithTemplate[]> {
  const ids = rows.map((row) => row.build_task_id).filter((id) => id !== null);
  const builds = ids.length === 0 ? [] : await readRows(manager, `${BUILDS} where t.id = any($1)`, [ids]);
  const byId = new Map(builds.map((build) => [build.id, build]));
  return rows.map((row) => toTaskWithTemplate(row, byId.get(row.build_task_id ?? 0)));
}

function readRows<Row = TaskRow>(manager: EntityManager, sql: string, parameters: unknown[]): Promise<Row[]> {
  return manager.query<Row[]>(sql, parameters);
}
