import { eventually } from '@switchyard/testing';
import type { DataSource, QueryRunner } from 'typeorm';

/**
 * Starts calls that all wait for the locks of a statement, and lets go of them when every one waits: what they have read
 * before is as old as can be.
 * @param lock such as `select … for update` or `lock table …`, with its parameters
 * @param meanwhile done while they wait; gets the connection that holds the locks, inside of its transaction
 */
export async function meetAtLock<T>(
  dataSource: DataSource,
  [lock, parameters]: readonly [string, unknown[]],
  calls: readonly (() => Promise<T>)[],
  meanwhile: (holder: QueryRunner) => Promise<unknown> = () => Promise.resolve(),
): Promise<T[]> {
  const holder = dataSource.createQueryRunner();
  await holder.startTransaction();
  await holder.query(lock, parameters);
  const answers = calls.map((call) => call());
  try {
    await eventually(async () => {
      const blocked = await dataSource.query<unknown[]>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return blocked.length >= calls.length;
    });
    await meanwhile(holder);
  } finally {
    await holder.commitTransaction();
    await holder.release();
  }
  return Promise.all(answers);
}
