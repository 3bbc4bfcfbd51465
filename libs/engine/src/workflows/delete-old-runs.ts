import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** Days for which runs of workflows are kept. */
const KEEP_DAYS = 90;
/** Most runs of one statement. */
const BATCH = 1_000;

/** Removes runs that ended long ago. @returns how many */
export async function deleteOldWorkflowRuns({ dataSource }: Pick<Engine, 'dataSource'>): Promise<number> {
  for (let removed = 0; ;) {
    const gone = await rows(
      dataSource,
      `delete from workflow_run where id in (
         select id from workflow_run where ended < now() - make_interval(days => ${KEEP_DAYS}) order by ended limit ${BATCH})
       returning id`,
    );
    removed += gone.length;
    if (gone.length < BATCH) {
      return removed;
    }
  }
}
