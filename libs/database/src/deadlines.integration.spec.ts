import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase, type TestDatabase } from '@switchyard/testing';
import { createDataSource, type DataSourceSettings } from './data-source.js';

describe('deadlines of a data source', () => {
  let database: TestDatabase;

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());

  async function limits(settings: DataSourceSettings): Promise<string[]> {
    const source = await createDataSource(database.url, { poolSize: 1, entities: [], ...settings }).initialize();
    const names = ['statement_timeout', 'idle_in_transaction_session_timeout'];
    const rows = await source.query<{ value: string }[]>(
      'select current_setting(name) as value from unnest($1::text[]) with ordinality as n(name, place) order by place',
      [names],
    );
    await source.destroy();
    return rows.map(({ value }) => value);
  }

  it('should end a statement and an idle transaction after a minute', async () => {
    expect(await limits({})).toEqual(['1min', '1min']);
  });

  it('should give migrations and a restore all the time they need', async () => {
    expect(await limits({ unlimited: true })).toEqual(['0', '0']);
  });
});
