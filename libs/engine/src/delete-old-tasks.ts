import { FINAL_STATUSES } from '@switchyard/contracts';
import type { Engine } from './ports.js';
import { row, rows } from './sql.js';
import { countTasks } from './template-counter.js';

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
 * stays however old it is, and so does the newest successful build of a build template, because deploys need one.
 * @returns how many tasks were removed
 */
export async function deleteOldTasks(engine: Engine, { perTemplate, maxAgeDays }: Retention): Promise<number> {
  let removed = 0;
  if (maxAgeDays > 0) {
    removed += await inBatches(() => removeSome(engine, tooOld, [maxAgeDays]));
  }
  if (perTemplate > 0) {
    for (const { id } of await rows<{ id: number }>(engine.dataSource, crowded, [perTemplate])) {
      removed += await inBatches(() => removeSome(engine, tooMany, [id, perTemplate]));
    }
  }
  if (removed > 0) {
    await rows(engine.dataSource, unusedContents);
  }
  return removed;
}

async function inBatches(step: () => Promise<number>): Promise<number> {
  let total = 0;
  for (let count = BATCH; count === BATCH;) {
    count = await step();
    total += count;
  }
  return total;
}

async function removeSome(engine: Engine, victims: string, values: unknown[]): Promise<number> {
  const result = await row<{ n: number }>(
    engine.dataSource,
    `with victims as (${victims}),
     gone as (delete from task using victims where task.id = victims.id returning task.template_id),
     ${countTasks('gone', '-')}
     select count(*)::int as n from gone`,
    values,
  );
  return result?.n ?? 0;
}

const FINAL = FINAL_STATUSES.map((status) => `'${status}'`).join(', ');

/** The newest success of a build template. */
const NEEDED = `
  select from template
   where template.id = task.template_id and template.type = 'build' and task.status = 'success'
     and not exists (select from task newer
                      where newer.template_id = task.template_id and newer.id > task.id and newer.status = 'success')`;

const tooOld = `
  select id from task
   where ended < now() - make_interval(days => $1) and status in (${FINAL}) and not exists (${NEEDED})
   order by ended limit ${BATCH} for update skip locked`;

/** The counter of a template may be off, so that it only says where to look. */
const crowded = 'select id from template where tasks > $1 order by id';

const tooMany = `
  select id from task
   where template_id = $1 and status in (${FINAL}) and not exists (${NEEDED})
     and id < coalesce((select id from task kept where kept.template_id = $1 order by id desc offset $2 - 1 limit 1), 0)
   order by id limit ${BATCH} for update skip locked`;

const unusedContents = `
  delete from inventory_content c
   where not exists (select from task_snapshot s where s.project_id = c.project_id and s.inventory_sha256 = c.sha256)`;
