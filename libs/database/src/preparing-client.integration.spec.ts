import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchyard/testing';
import { PreparingClient } from './preparing-client.js';

describe('PreparingClient', () => {
  let database: TestDatabase;
  let client: PreparingClient;

  beforeAll(async () => {
    database = await createTestDatabase();
    client = new PreparingClient(database.url);
    await client.connect();
    await client.query('create table thing (id int)');
    await client.query('insert into thing values ($1)', [7]);
  });

  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const prepared = async (): Promise<string[]> => {
    const { rows } = await client.query<{ statement: string }>('select statement from pg_prepared_statements');
    return rows.map(({ statement }) => statement);
  };

  it('should prepare repeated statements, and nothing else', async () => {
    for (const id of [7, 8, 7]) {
      expect((await client.query('select id from thing where id = $1', [id])).rowCount).toBe(id === 7 ? 1 : 0);
    }
    await client.query('select id + 1 from thing where id = $1', [7]);
    expect(await prepared()).toEqual(['select id from thing where id = $1']);
  });

  it('should prepare what is repeated also after many statements that came once', async () => {
    for (let i = 0; i < 400; i++) {
      await client.query(`select ${i} from thing where id = $1`, [7]);
    }
    const repeated = 'select max(id) from thing where id < $1';
    await client.query(repeated, [7]);
    await client.query(repeated, [8]);
    expect(await prepared()).toContain(repeated);
  });

  it('should go on after a statement was made useless by a migration', async () => {
    const all = () => client.query('select * from thing where id = $1', [7]);
    await all();
    await all();
    await client.query('alter table thing add name text');
    await expect(all()).rejects.toThrow(/cached plan/);
    await all();
    expect((await all()).rows).toEqual([{ id: 7, name: null }]);
  });

  it('should pass errors on and work afterwards', async () => {
    const divide = (by: number) => client.query('select 1 / $1::int as result', [by]);
    await divide(1);
    await expect(divide(0)).rejects.toThrow(/division by zero/);
    expect((await divide(1)).rows).toEqual([{ result: 1 }]);
  });
});
