import type { DataSource } from 'typeorm';

/** The row that is written; all processes share it. */
const KEY = 'health.written';

/**
 * Fails when the database does not answer, or takes no writes: a standby, or a server set to read-only. The row changes once a second at
 * most, however often anybody asks.
 */
export async function requireDatabase(dataSource: Pick<DataSource, 'query'>): Promise<void> {
  await dataSource.query(
    `insert into setting (key, value) values ($1, now()::text) on conflict (key) do update set value = excluded.value
      where setting.value::timestamptz < now() - interval '1 s'`,
    [KEY],
  );
}
