import type { DataSource } from 'typeorm';

/** Most rows removed by one statement, so that no lock is held for long. */
const BATCH = 1_000;

/**
 * Removes versions of states, never the current one or one that waits for a decision: those beyond the newest `perWorkspace` of their workspace, and those
 * older than `maxAgeDays`; 0 = no bound. Their blobs are collected afterwards.
 * @returns how many were removed
 */
export async function deleteOldStates(
  dataSource: DataSource,
  { perWorkspace, maxAgeDays }: { perWorkspace: number; maxAgeDays: number },
): Promise<number> {
  let removed = 0;
  for (;;) {
    const [, count] = await dataSource.query<[unknown, number]>(
      `delete from terraform_state where id in (
         select id from (
           select id, current, created, row_number() over (partition by inventory_id order by id desc) as place
             from terraform_state where not offered) s
          where not current
            and (($1 > 0 and place > $1) or ($2 > 0 and created < now() - make_interval(days => $2)))
          limit $3)`,
      [perWorkspace, maxAgeDays, BATCH],
    );
    removed += count;
    if (count < BATCH) {
      return removed;
    }
  }
}
