import { setImmediate } from 'node:timers/promises';
import { effectiveApp, type Issue, issueAt, problem } from '@switchyard/contracts';
import { notInProject } from '../errors.js';
import type { Engine } from '../ports.js';
import { type Executor, rows } from '../statements/sql.js';
import { encodeLog } from './encode-log.js';
import type { HistoricTask, HistorySource } from './historic-task.js';
import { type ImportedRow, storeTasks } from './store-tasks.js';

/** The end of the import of a task; `exists` = it was imported before, and may have been removed since. */
export type TaskImport = { outcome: 'created' | 'exists'; taskId: number } | { outcome: 'refused'; issue: Issue };

/** A task with its log as it is stored. */
type Encoded = Pick<ImportedRow, 'task' | 'chunks'>;

/**
 * Stores tasks of another product with logs and results, each once, in their order: their ids come after those of all tasks here. They
 * have ended, and nothing follows from them: no event, no alert, no other task.
 * @returns an end for each, in their order
 */
export async function importTasks(
  engine: Pick<Engine, 'dataSource'>,
  source: HistorySource,
  tasks: readonly HistoricTask[],
): Promise<TaskImport[]> {
  const given = tasks.map(({ sourceId }) => sourceId);
  const known = await knownTasks(engine.dataSource, source, given);
  const fresh = await encoded(tasks.filter(({ sourceId }) => !known.has(sourceId)));
  const ends = await engine.dataSource.transaction((on) => importFresh(on, source, fresh));
  return tasks.map(({ sourceId }) => {
    const end = ends.get(sourceId) ?? { outcome: 'exists', taskId: known.get(sourceId) ?? 0 };
    // Another one of the same id is the same task.
    ends.set(sourceId, end.outcome === 'created' ? { ...end, outcome: 'exists' } : end);
    return end;
  });
}

/** Logs take long, so that other work gets its turn between them. */
async function encoded(tasks: readonly HistoricTask[]): Promise<Encoded[]> {
  const found = new Map<number, Encoded>();
  for (const task of tasks.filter(({ sourceId }) => !found.has(sourceId))) {
    const chunks = [];
    for (const chunk of encodeLog(task.log)) {
      chunks.push(chunk);
      await setImmediate();
    }
    found.set(task.sourceId, { task, chunks });
  }
  return [...found.values()];
}

async function importFresh(
  on: Executor,
  source: HistorySource,
  fresh: readonly Encoded[],
): Promise<Map<number, TaskImport>> {
  const templates = await lockTemplates(on, source, fresh);
  const ends = new Map<number, TaskImport>();
  for (const { task } of fresh) {
    const issue = refusalOf(templates.get(task.templateId));
    if (issue) {
      ends.set(task.sourceId, { outcome: 'refused', issue });
    }
  }
  const wanted = fresh.filter(({ task }) => !ends.has(task.sourceId));
  const claimed = await claimIds(on, source, wanted);
  await storeTasks(
    on,
    source,
    wanted.flatMap(({ task, chunks }): ImportedRow[] => {
      const id = claimed.get(task.sourceId);
      const app = effectiveApp(templates.get(task.templateId)?.app ?? '');
      return id === undefined ? [] : [{ id, app, task, chunks }];
    }),
  );
  const stored = wanted.map(({ task }) => task.sourceId);
  for (const [sourceId, taskId] of await knownTasks(on, source, stored)) {
    ends.set(sourceId, { outcome: claimed.has(sourceId) ? 'created' : 'exists', taskId });
  }
  return ends;
}

interface Template {
  id: number;
  app: string;
  /** Its newest task ran here. */
  used: boolean;
}

/** In the order of their ids, as everything does that counts tasks at templates: of two equal imports, one waits here for the other. */
async function lockTemplates(
  on: Executor,
  { projectId }: HistorySource,
  fresh: readonly Encoded[],
): Promise<Map<number, Template>> {
  const ids = [...new Set(fresh.map(({ task }) => task.templateId))];
  await rows(
    on,
    'select id from template where project_id = $1 and id = any($2::int[]) order by id for no key update',
    [projectId, ids],
  );
  const found = await rows<Template>(on, templatesStatement, [projectId, ids]);
  return new Map(found.map((template) => [template.id, template]));
}

/** A statement of its own: it sees what was stored while the locks were waited for. */
const templatesStatement = `
  select template.id, template.app, newest.id is not null and imported.task_id is null as used
    from template
    left join lateral (select id from task where task.template_id = template.id order by id desc limit 1) newest on true
    left join imported_task imported on imported.task_id = newest.id
   where template.project_id = $1 and template.id = any($2::int[])`;

/** Lists, versions and retention go by ids: an earlier task with a higher id would be the newest one. */
function refusalOf(template: Template | undefined): Issue | null {
  if (!template) {
    return notInProject('template_id');
  }
  return template.used ? issueAt(['template_id'], problem('import_template_used')) : null;
}

interface Known {
  source_id: string;
  task_id: number;
}

const byNumber = (found: readonly Known[]): Map<number, number> =>
  new Map(found.map(({ source_id: sourceId, task_id: taskId }) => [Number(sourceId), taskId]));

const knownTasks = async (
  on: Executor,
  { projectId, source }: HistorySource,
  sourceIds: readonly number[],
): Promise<Map<number, number>> =>
  byNumber(
    await rows<Known>(
      on,
      `select source_id, task_id from imported_task
        where project_id = $1 and source = $2 and source_id = any($3::bigint[])`,
      [projectId, source, sourceIds],
    ),
  );

/** The ids of those that nobody has imported, in their order. */
const claimIds = async (
  on: Executor,
  { projectId, source }: HistorySource,
  wanted: readonly Encoded[],
): Promise<Map<number, number>> =>
  byNumber(
    await rows<Known>(
      on,
      `insert into imported_task (project_id, source, source_id, task_id)
         select $1, $2, given.id, nextval('task_id_seq')
           from (select id from unnest($3::bigint[]) with ordinality as given(id, n) order by n) given
       on conflict (project_id, source, source_id) do nothing
       returning source_id, task_id`,
      [projectId, source, wanted.map(({ task }) => task.sourceId)],
    ),
  );
