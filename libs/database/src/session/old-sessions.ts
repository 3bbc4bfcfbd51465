import type { DataSource } from 'typeorm';

/** A session ends after this many days without use. */
export const SESSION_IDLE_DAYS = 7;

/** Most rows removed by one statement, so that no lock is held for long. */
const BATCH = 5_000;

/**
 * Removes sessions that were ended, not used for `idleDays`, or given up before the second step of the sign-in.
 * @returns how many were removed
 */
export async function deleteOldSessions(dataSource: DataSource, idleDays: number): Promise<number> {
  let removed = 0;
  for (;;) {
    const [, count] = await dataSource.query<[unknown, number]>(
      `delete from session where id in (
         select id from session
          where expired or last_active < now() - make_interval(days => $1)
             or (not verified and created < now() - interval '1 hour')
          limit $2)`,
      [idleDays, BATCH],
    );
    removed += count;
    if (count < BATCH) {
      return removed;
    }
  }
}

/**
 * Removes what limits nothing any more.
 * @returns how many rows were removed
 */
export async function deleteOldSignInLimits(dataSource: DataSource): Promise<number> {
  const [, count] = await dataSource.query<[unknown, number]>('delete from sign_in_limit where until < now()');
  return count;
}
