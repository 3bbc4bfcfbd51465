import { eventually } from '@switchyard/testing';
import type { DataSource } from 'typeorm';

/**
 * Starts requests that all wait for the rows of a locking query, and lets go of them when every one waits: what they
 * have read before is as old as can be.
 * @param lock such as `select … for update`
 */
export async function meetAtRows<T>(
  dataSource: DataSource,
  [lock, parameters]: readonly [string, unknown[]],
  requests: readonly (() => Promise<T>)[],
): Promise<T[]> {
  const runner = dataSource.createQueryRunner();
  await runner.startTransaction();
  await runner.query(lock, parameters);
  const answers = requests.map((request) => request());
  try {
    await eventually(async () => {
      const rows = await dataSource.query<unknown[]>(
        `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      if (rows.length < requests.length) {
        throw new Error('Not every request waits yet');
      }
    });
  } finally {
    await runner.commitTransaction();
    await runner.release();
  }
  return Promise.all(answers);
}
