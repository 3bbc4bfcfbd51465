import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import pg from 'pg';
import { createTestDatabase, type TestDatabase } from './test-database.js';
import { testPostgres, type TestPostgres } from './test-postgres.js';

async function query<T extends pg.QueryResultRow>(url: string, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end();
  }
}

describe('createTestDatabase', () => {
  let server: TestPostgres;
  const databases: TestDatabase[] = [];
  const create = async (...args: Parameters<typeof createTestDatabase>) => {
    const database = await createTestDatabase(...args);
    databases.push(database);
    return database;
  };

  beforeAll(async () => {
    server = await testPostgres();
  });

  afterAll(async () => {
    await Promise.all(databases.map((database) => database.drop()));
    server.release();
  });

  it('should give every caller a database of its own on the same server', async () => {
    const [one, two] = await Promise.all([create(), create()]);
    await query(one.url, 'create table mark (id int)');
    expect(new URL(one.url).port).toBe(new URL(two.url).port);
    expect(await query(two.url, `select to_regclass('mark') is null as absent`)).toEqual([{ absent: true }]);
  });

  it('should prepare a template once when several ask for it at the same time', async () => {
    let preparations = 0;
    const prepare = async (url: string) => {
      preparations += 1;
      await query(url, 'create table prepared as select 7 as value');
    };
    const made = await Promise.all([1, 2, 3].map(() => create({ template: 'once', prepare })));
    expect(preparations).toBe(1);
    for (const { url } of made) {
      expect(await query(url, 'select value from prepared')).toEqual([{ value: 7 }]);
    }
  });

  it('should copy the template when the preparation left a connection open', async () => {
    const clients: pg.Client[] = [];
    const prepare = async (url: string) => {
      const client = new pg.Client({ connectionString: url });
      client.on('error', () => undefined);
      clients.push(client);
      await client.connect();
      await client.query('create table kept (id int)');
    };
    const { url } = await create({ template: 'left_open', prepare });
    expect(await query(url, 'select * from kept')).toEqual([]);
  });

  it('should prepare again when the first preparation failed', async () => {
    const failing = () => Promise.reject(new Error('migration failed'));
    await expect(create({ template: 'retried', prepare: failing })).rejects.toThrow('migration failed');
    const { url } = await create({
      template: 'retried',
      prepare: async (to) => void (await query(to, 'create table t ()')),
    });
    expect(await query(url, 'select * from t')).toEqual([]);
  });

  it('should remove the database when it is dropped with a connection open', async () => {
    const database = await createTestDatabase();
    const client = new pg.Client({ connectionString: database.url });
    client.on('error', () => undefined);
    await client.connect();
    await database.drop();
    const left = await query(server.url, `select 1 from pg_database where datname = '${database.name}'`);
    expect(left).toEqual([]);
  });
});
