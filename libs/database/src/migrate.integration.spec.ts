import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { migrations, unknownMigrations } from './migrations/index.js';

describe(migrate.name, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  const sources: DataSource[] = [];

  beforeEach(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(sources.splice(0).map((source) => source.destroy()));
    await database.drop();
  });

  async function connect(): Promise<DataSource> {
    const source = await createDataSource(database.url, { poolSize: 3 }).initialize();
    sources.push(source);
    return source;
  }
  const names = migrations.map(({ name }) => name);

  it('should bring an empty database up to date, in the order of the migrations', async () => {
    expect(await migrate(await connect())).toEqual(names);
    const stored = await (await connect()).query<{ name: string }[]>('select name from migration order by id');
    expect(stored.map(({ name }) => name)).toEqual(names);
  });

  it('should do the work once, however many processes begin at the same time', async () => {
    const done = await Promise.all(
      (await Promise.all([connect(), connect(), connect()])).map((source) => migrate(source)),
    );
    expect(done.flat()).toEqual(names);
    expect(done.filter((ran) => ran.length > 0)).toHaveLength(1);
  });

  it('should have nothing to do on a database that is up to date, and leave no lock behind', async () => {
    const source = await connect();
    await migrate(source);
    expect(await migrate(source)).toEqual([]);
    expect(
      await source.query(`select 1 from pg_locks where locktype = 'advisory' and granted
      and database = (select oid from pg_database where datname = current_database())`),
    ).toEqual([]);
  });
});

describe(unknownMigrations.name, () => {
  it('should be those that a newer version ran', () => {
    const [known = ''] = migrations.map(({ name }) => name);
    expect(unknownMigrations([known, 'FromTheFuture1999999999999'])).toEqual(['FromTheFuture1999999999999']);
    expect(unknownMigrations([])).toEqual([]);
  });

  it('should find each migration once, the older ones first', () => {
    const times = migrations.map(({ name }) => Number(/\d{13}$/.exec(name)?.[0]));
    expect(times).toEqual([...new Set(times)].sort((one, other) => one - other));
  });
});
