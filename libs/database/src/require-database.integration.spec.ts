import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { requireDatabase } from './require-database.js';

describe(requireDatabase.name, () => {
  let database: TestDatabase;
  let source: DataSource;

  beforeAll(async () => {
    database = await createTestDatabase();
    const first = await createDataSource(database.url).initialize();
    await migrate(first);
    await first.destroy();
    source = await createDataSource(database.url, { poolSize: 1 }).initialize();
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('should accept a database that takes writes, one row for all of them', async () => {
    await requireDatabase(source);
    await requireDatabase(source);
    expect(await source.query(`select key from setting where key like 'health%'`)).toHaveLength(1);
  });

  it('should write once a second at most, however often it is asked', async () => {
    const later = `update setting set value = (now() + interval '1 h')::text where key like 'health%' returning value`;
    const [[{ value }]] = await source.query<[[{ value: string }]]>(later);
    await requireDatabase(source);
    expect(await source.query(`select value from setting where key like 'health%'`)).toEqual([{ value }]);
  });

  it('should fail while the database takes no writes, and not after', async () => {
    await source.query('set default_transaction_read_only = on');
    await expect(requireDatabase(source)).rejects.toThrow('read-only transaction');
    await source.query('set default_transaction_read_only = off');
    await requireDatabase(source);
  });

  it('should fail when the database does not answer', async () => {
    const away = { query: () => Promise.reject(new Error('away')) };
    await expect(requireDatabase(away)).rejects.toThrow('away');
  });
});
