import { createTestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { createDataSource, openDatabase } from '../data-source.js';

/** A database of its own with the present schema, and a data source on it. */
export interface MigratedDatabase {
  url: string;
  dataSource: DataSource;
  /** Disconnects and removes the database. */
  drop(): Promise<void>;
}

/** Makes a migrated database for one spec file. Call `drop` in `afterAll`. */
export async function migratedDatabase(poolSize = 10): Promise<MigratedDatabase> {
  const database = await createTestDatabase({ template: 'migrated', prepare: migrateUrl });
  const dataSource = await createDataSource(database.url, { poolSize }).initialize();
  return {
    url: database.url,
    dataSource,
    async drop() {
      await dataSource.destroy();
      await database.drop();
    },
  };
}

async function migrateUrl(url: string): Promise<void> {
  await (await openDatabase(url, { poolSize: 2 })).destroy();
}
