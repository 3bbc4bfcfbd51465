import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase, newProject } from '../testing/index.js';
import { DatabaseSnapshot } from './database-snapshot.js';

let database: MigratedDatabase;
beforeAll(async () => {
  database = await migratedDatabase(2);
});
afterAll(() => database.drop());

/** How many rows the snapshot has of a table. */
async function countRows(snapshot: DatabaseSnapshot, name: string): Promise<number> {
  const table = snapshot.tables.find((each) => each.name === name);
  const rows = snapshot.rows(table ?? { name, columns: [] });
  for (;;) {
    const { done, value } = await rows.next();
    if (done) {
      return value;
    }
  }
}

describe(DatabaseSnapshot.name, () => {
  it('should stay at its moment while rows are written and removed', async () => {
    const { id } = await newProject(database.dataSource);
    const snapshot = await DatabaseSnapshot.open(database.url);
    try {
      await newProject(database.dataSource);
      expect(await countRows(snapshot, 'project')).toBe(1);
      await database.dataSource.query('delete from project where id = $1', [id]);
      await newProject(database.dataSource);
      expect(await countRows(snapshot, 'project')).toBe(1);
      // No number is given twice after a restore.
      const [{ last }] = await database.dataSource.query<[{ last: number }]>('select max(id) as last from project');
      expect(Number((await snapshot.sequences()).project_id_seq)).toBe(last);
    } finally {
      await snapshot.close();
    }
  });

  it('should keep tables from changing their form until it is closed', async () => {
    const change = () =>
      database.dataSource.transaction(async (manager) => {
        await manager.query(`set local lock_timeout = '50ms'`);
        await manager.query('alter table project add column later int');
      });
    const snapshot = await DatabaseSnapshot.open(database.url);
    await expect(change()).rejects.toThrow('lock timeout');
    await snapshot.close();
    await change();
  });
});
