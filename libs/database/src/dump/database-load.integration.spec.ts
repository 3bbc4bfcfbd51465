import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchyard/testing';
import { createDataSource } from '../data-source.js';
import { migratedDatabase, type MigratedDatabase, newProject, newTemplate } from '../testing/index.js';
import { DatabaseLoad, NotEmptyError } from './database-load.js';
import { DatabaseSnapshot } from './database-snapshot.js';

describe(DatabaseLoad.name, () => {
  let original: MigratedDatabase;
  let empty: Awaited<ReturnType<typeof createTestDatabase>>;

  beforeEach(async () => {
    original = await migratedDatabase(2);
    empty = await createTestDatabase();
  });
  afterEach(async () => {
    await original.drop();
    await empty.drop();
  });

  /** Loads all of a snapshot; the rows of a table may be others. */
  async function copyAll(load: DatabaseLoad, snapshot: DatabaseSnapshot, leaveOut?: string): Promise<void> {
    for (const table of snapshot.tables.filter(({ name }) => name !== leaveOut)) {
      await load.fill(table, snapshot.rows(table));
    }
    await load.finish(await snapshot.sequences());
  }

  async function query<T>(text: string): Promise<T> {
    const source = await createDataSource(empty.url, { poolSize: 1 }).initialize();
    try {
      return await source.query<T>(text);
    } finally {
      await source.destroy();
    }
  }
  const countTables = async (): Promise<number> =>
    (await query<unknown[]>(`select 1 from pg_tables where schemaname = current_schema()`)).length;

  it('should fill an empty database, whose numbers go on behind those that were given', async () => {
    const project = await newProject(original.dataSource, { name: 'Web 😀' });
    await newTemplate(original.dataSource, { projectId: project.id });
    await original.dataSource.query('delete from project where id > $1', [project.id]);
    const snapshot = await DatabaseSnapshot.open(original.url);
    const load = await DatabaseLoad.begin(empty.url, snapshot.migrations);
    try {
      await copyAll(load, snapshot);
      await load.commit();
    } finally {
      await load.close();
      await snapshot.close();
    }
    expect(await query('select id, name from project')).toEqual([{ id: project.id, name: 'Web 😀' }]);
    const [{ id }] = await query<[{ id: number }]>(
      `select nextval(pg_get_serial_sequence('project', 'id'))::int as id`,
    );
    expect(id).toBeGreaterThan(project.id);
  });

  it('should change nothing when it is closed before its commit', async () => {
    await newProject(original.dataSource);
    const snapshot = await DatabaseSnapshot.open(original.url);
    const load = await DatabaseLoad.begin(empty.url, snapshot.migrations);
    await copyAll(load, snapshot);
    await load.close();
    await snapshot.close();
    expect(await countTables()).toBe(0);
  });

  it('should refuse rows that refer to nothing', async () => {
    const project = await newProject(original.dataSource);
    await newTemplate(original.dataSource, { projectId: project.id });
    const snapshot = await DatabaseSnapshot.open(original.url);
    const load = await DatabaseLoad.begin(empty.url, snapshot.migrations);
    try {
      await expect(copyAll(load, snapshot, 'project')).rejects.toThrow(/foreign key/);
    } finally {
      await load.close();
      await snapshot.close();
    }
    expect(await countTables()).toBe(0);
  });

  it('should refuse a database in which something is', async () => {
    const other = await migratedDatabase(1);
    try {
      await expect(DatabaseLoad.begin(other.url, [])).rejects.toThrow(NotEmptyError);
    } finally {
      await other.drop();
    }
  });

  it('should fail for rows that are no dump', async () => {
    const snapshot = await DatabaseSnapshot.open(original.url);
    const load = await DatabaseLoad.begin(empty.url, snapshot.migrations);
    const [table] = snapshot.tables;
    const rubbish = (async function* () {
      yield await Promise.resolve(Buffer.from('no rows'));
    })();
    try {
      await expect(load.fill(table ?? { name: 'project', columns: [] }, rubbish)).rejects.toThrow(/signature/);
    } finally {
      await load.close();
      await snapshot.close();
    }
  });
});
