import type { DataSource } from 'typeorm';

/** Most rows removed by one statement, so that no lock is held for long. */
const BATCH = 5_000;

/**
 * Removes audit records older than `days`; 0 = none.
 * @returns how many were removed
 */
export async function deleteOldAudit(dataSource: DataSource, days: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const [, count] = await dataSource.query<[unknown, number]>(
      `delete from audit where id in (
         select id from audit where $1 > 0 and at < now() - make_interval(days => $1) order by at, id limit $2)`,
      [days, BATCH],
    );
    removed += count;
    if (count < BATCH) {
      return removed;
    }
  }
}
