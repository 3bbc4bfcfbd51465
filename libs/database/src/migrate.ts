import type { DataSource } from 'typeorm';
import { requireSessions } from './require-sessions.js';

/** Advisory lock under which the schema changes; the number means nothing but must never change. */
export const MIGRATION_LOCK = 727_272;

/**
 * Brings the schema up to date. Processes that call it at once wait for each other, and only one does the work.
 * @throws NoSessionsError behind a pooler that does not keep sessions
 * @returns names of the migrations that this call ran
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  await requireSessions(dataSource);
  const runner = dataSource.createQueryRunner();
  try {
    await runner.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
    try {
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } finally {
      await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
  }
}
