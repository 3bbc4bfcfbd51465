import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, QueryRunner } from 'typeorm';
import { requireSessions } from './require-sessions.js';

/** Advisory lock under which the schema changes; the number means nothing but must never change. */
export const MIGRATION_LOCK = 727_272;
/** How often a process looks whether another one has done the work. */
const LOOK_AGAIN_MS = 100;

/**
 * Brings the schema up to date. Processes that call it at once wait for each other, and only one does the work.
 * @throws NoSessionsError behind a pooler that does not keep sessions
 * @returns names of the migrations that this call ran
 */
export async function migrate(dataSource: DataSource): Promise<string[]> {
  await requireSessions(dataSource);
  const runner = dataSource.createQueryRunner();
  try {
    await lock(runner);
    try {
      return (await dataSource.runMigrations()).map((migration) => migration.name);
    } finally {
      await runner.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]);
    }
  } finally {
    await runner.release();
  }
}

/** A statement that waited for the lock would have a snapshot, and an index that is made concurrently waits for those. */
async function lock(runner: QueryRunner): Promise<void> {
  for (;;) {
    const [row] = (await runner.query('select pg_try_advisory_lock($1) as locked', [MIGRATION_LOCK])) as [
      { locked: boolean },
    ];
    if (row.locked) {
      return;
    }
    await pause(LOOK_AGAIN_MS);
  }
}
