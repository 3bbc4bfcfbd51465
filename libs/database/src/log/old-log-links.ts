import type { DataSource } from 'typeorm';

/**
 * Removes links to logs that have expired.
 * @returns how many were removed
 */
export async function deleteOldLogLinks(dataSource: DataSource): Promise<number> {
  const [, count] = await dataSource.query<[unknown, number]>('delete from log_link where expires <= now()');
  return count;
}
