import type { Engine } from '../ports.js';
import { rows } from '../statements/sql.js';

/** Days that events are kept, whether or not their task is: as long as who follows them may be behind. */
export const EVENT_DAYS = 30;
/** Most events removed in one statement. */
const BATCH = 5_000;

/**
 * Removes events that are older than {@link EVENT_DAYS}, oldest first, in batches.
 * @returns how many were removed
 */
export async function deleteOldEvents({ dataSource }: Pick<Engine, 'dataSource'>): Promise<number> {
  let total = 0;
  for (;;) {
    const removed = (await rows(dataSource, removal)).length;
    total += removed;
    if (removed < BATCH) {
      return total;
    }
  }
}

/** By ids, because events have no index by time: the oldest ids stop to be old at about the same place. */
const removal = `
  delete from task_event
   where id in (select id from task_event order by id limit ${BATCH}) and at < now() - interval '${EVENT_DAYS} days'
  returning id`;
