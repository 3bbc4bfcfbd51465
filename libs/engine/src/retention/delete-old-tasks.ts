import {
  fulfilled,
  type Settled,
  settleInTurn,
  settlePages,
  settleTogether,
  taskFinal,
  taskLocks,
  throwFailed,
} from '@switchyard/database';
import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';
import { countTasks } from '../life-cycle/template-counter.js';

/** Most tasks removed in one statement, so that no lock is held for long. */
const BATCH = 100;

/** How many finished tasks are kept; 0 = no limit. */
export interface Retention {
  /** Newest tasks of every template that stay. */
  perTemplate: number;
  maxAgeDays: number;
}

/**
 * Removes old finished tasks with their logs and results, oldest first, in small batches. A task that has not ended
 * stays however old it is, and so do the newest
 * successful build of a build template, because deploys need one, and a task that still has the lock of a state.
 * @returns how many tasks were removed
 * @throws AggregateError for those that could not be, when all the others are gone
 */
export async function deleteOldTasks(engine: Engine, { perTemplate, maxAgeDays }: Retention): Promise<number> {
  const settled: Settled<number>[] = [];
  if (maxAgeDays > 0) {
    settled.push(...(await removeAll(engine, tooOld, [maxAgeDays])));
  }
  if (perTemplate > 0) {
    const templates = await rows<{ id: number }>(engine.dataSource, crowded, [perTemplate]);
    const ofEach = await settleInTurn(templates, ({ id }) => removeAll(engine, tooMany, [id, perTemplate]));
    settled.push(...ofEach.flatMap((one) => (one.status === 'fulfilled' ? one.value : [one])));
  }
  const removed = fulfilled(settled).length;
  if (removed > 0) {
    await rows(engine.dataSource, unusedContents);
  }
  throwFailed('old tasks', settled);
  return removed;
}

/** @param victims reads ids; its first parameter is those to leave out */
function removeAll(engine: Engine, victims: string, values: readonly unknown[]): Promise<Settled<number>[]> {
  return settlePages(
    BATCH,
    (undone) => rows<{ id: number }>(engine.dataSource, victims, [undone, ...values]),
    (page) => settleTogether(page, (tasks) => remove(engine, tasks)),
  );
}

/** The ids that were removed; undefined for a task that somebody holds. */
async function remove(engine: Engine, tasks: readonly { id: number }[]): Promise<(number | undefined)[]> {
  const ids = tasks.map(({ id }) => id);
  const gone = new Set((await rows<{ id: number }>(engine.dataSource, removal, [ids])).map(({ id }) => id));
  return ids.map((id) => (gone.has(id) ? id : undefined));
}

const removal = `
  with victims as (select id from task where id = any($1::int[]) order by id for update skip locked),
   deleted as (delete from task using victims where task.id = victims.id returning task.id, task.template_id),
   ${countTasks('deleted', '-')}
   select id from deleted`;

/** The newest success of a build template. */
const NEEDED = `
  select from template
   where template.id = task.template_id and template.type = 'build' and task.status = 'success'
     and not exists (select from task newer
                      where newer.template_id = task.template_id and newer.id > task.id and newer.status = 'success')`;

const tooOld = `
  select id from task
   where ended < now() - make_interval(days => $2) and ${taskFinal()} and not ${taskLocks()} and not exists (${NEEDED})
     and id <> all($1::int[])
   order by ended limit ${BATCH}`;

/** The counter of a template may be off, so that it is only a hint. */
const crowded = 'select id from template where tasks > $1 order by id';

const tooMany = `
  select id from task
   where template_id = $2 and ${taskFinal()} and not ${taskLocks()} and not exists (${NEEDED}) and id <> all($1::int[])
     and id < coalesce((select id from task kept where kept.template_id = $2 order by id desc offset $3 - 1 limit 1), 0)
   order by id limit ${BATCH}`;

const unusedContents = `
  delete from inventory_content c
   where not exists (select from task_snapshot s where s.project_id = c.project_id and s.inventory_sha256 = c.sha256)`;
