import { createTestDatabase } from '@switchyard/testing';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createDataSource } from './data-source.js';
import { migrate } from './migrate.js';
import { migrations } from './migrations/index.js';
import { migratedDatabase, type MigratedDatabase } from './testing/index.js';

describe('schema', () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  it('should leave nothing to change between entities and migrations', async () => {
    const { upQueries } = await database.dataSource.driver.createSchemaBuilder().log();
    expect(upQueries.map((query) => query.query)).toEqual([]);
  });
});

describe(migrate.name, () => {
  it('should run each migration once when processes race', async () => {
    const database = await createTestDatabase();
    const sources = await Promise.all([1, 2, 3].map(() => createDataSource(database.url).initialize()));
    const ran = await Promise.all(sources.map((source) => migrate(source)));
    expect(ran.flat()).toEqual(migrations.map((migration) => migration.name));
    await Promise.all(sources.map((source) => source.destroy()));
    await database.drop();
  });

  it('should leave an empty schema when all is reverted', async () => {
    const database = await createTestDatabase();
    const source = await createDataSource(database.url).initialize();
    await migrate(source);
    for (const _ of migrations) {
      await source.undoLastMigration();
    }
    const tables = await source.query(`select tablename from pg_tables where schemaname = 'public'`);
    expect(tables).toEqual([{ tablename: 'migration' }]);
    await source.destroy();
    await database.drop();
  });
});
