import { runnerOnline } from '@switchyard/database';
import type { Engine } from '../ports.js';
import { row, rows } from '../statements/sql.js';

/** Runners that are woken for a sync: the first that comes takes it, and others find it with their next poll. */
const WOKEN = 8;

/** Has the sync of a project made at once. False when it has none. */
export async function requestSync({ dataSource, signals }: Engine, projectId: number): Promise<boolean> {
  const found = await row(
    dataSource,
    'update project_sync set next_check = clock_timestamp() where project_id = $1 returning id',
    [projectId],
  );
  if (found === undefined) {
    return false;
  }
  signals.deliveryListsChanged([{ projectId, of: 'sync' }]);
  const woken = await rows<{ id: number }>(
    dataSource,
    `select r.id from runner r
      where r.active and ${runnerOnline('r')} and (r.project_id is null or r.project_id = $1)
      order by random() limit ${WOKEN}`,
    [projectId],
  );
  if (woken.length > 0) {
    signals.runnersWoken(woken.map(({ id }) => id));
  }
  return true;
}
