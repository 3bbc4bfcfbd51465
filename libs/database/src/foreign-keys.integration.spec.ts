import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { migratedDatabase, type MigratedDatabase } from './testing/index.js';

const WITHOUT_INDEX = [
  // Of a table of one row.
  'demo.project_id',
];

describe('the references between tables', () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  it('should each have an index, as every row that goes is looked for in what may refer to it', async () => {
    const bare = await database.dataSource.query<{ name: string }[]>(`
      select c.conrelid::regclass || '.' || a.attname as name
        from pg_constraint c
        join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
       where c.contype = 'f' and not exists (
         select from pg_index i
          where i.indrelid = c.conrelid and i.indkey[0] = a.attnum
            and (i.indpred is null or pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
       order by name`);
    expect(bare.map(({ name }) => name)).toEqual([...WITHOUT_INDEX].sort());
  });
});
