import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { blobStoreSuite } from '@switchyard/testing/blobs';
import { migratedDatabase, type MigratedDatabase } from '../testing/index.js';
import { PostgresBlobStore } from './postgres-blob-store.js';

describe(PostgresBlobStore.name, () => {
  let database: MigratedDatabase;
  let store: PostgresBlobStore;

  beforeAll(async () => {
    database = await migratedDatabase();
    store = new PostgresBlobStore(database.dataSource, (key) =>
      Object.assign(new Error(key), { name: 'BlobMissingError' }),
    );
  });
  afterAll(() => database.drop());

  blobStoreSuite(() => store);

  it('should remove what an interrupted process left behind, and nothing that is being written', async () => {
    const { dataSource } = database;
    await dataSource.query('delete from blob');
    await dataSource.query(
      `insert into blob (id, key, created) values (gen_random_uuid(), 'old', now() - interval '25 hours'),
         (gen_random_uuid(), 'new', now())`,
    );
    await store.removeUnfinished();
    expect(await dataSource.query('select key from blob')).toEqual([{ key: 'new' }]);
  });
});
