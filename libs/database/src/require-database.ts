import type { DataSource } from 'typeorm';

/** Fails when the database does not answer. */
export async function requireDatabase(dataSource: Pick<DataSource, 'query'>): Promise<void> {
  await dataSource.query('select 1');
}
