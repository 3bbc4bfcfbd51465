import { afterEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase, startPgBouncer, type TestDatabase, type TestPgBouncer } from '@switchyard/testing';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { NoSessionsError, requireSessions } from './require-sessions.js';

describe(requireSessions.name, () => {
  let database: TestDatabase;
  let pooler: TestPgBouncer | undefined;

  afterEach(async () => {
    await pooler?.remove();
    pooler = undefined;
    await database.drop();
  });

  async function sourceBehind(mode: 'session' | 'transaction' | null) {
    database = await createTestDatabase();
    pooler = mode === null ? undefined : await startPgBouncer(database.url, mode);
    return createDataSource(pooler?.url ?? database.url, { poolSize: 3 }).initialize();
  }

  it.each(['session', null] as const)('should accept PostgreSQL behind a pooler of mode %s', async (mode) => {
    const source = await sourceBehind(mode);
    await requireSessions(source);
    expect((await migrate(source)).length).toBeGreaterThan(0);
    await source.destroy();
  });

  it('should refuse a pooler that changes sessions, before anything is written', async () => {
    const source = await sourceBehind('transaction');
    await expect(migrate(source)).rejects.toBeInstanceOf(NoSessionsError);
    await expect(requireSessions(source)).rejects.toThrow('set pool_mode = session');
    expect(await source.query(`select 1 from pg_tables where schemaname = 'public'`)).toEqual([]);
    await source.destroy();
  });
});
