import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { ApiToken } from '../api-token/api-token.entity.js';
import { createDataSource } from '../data-source.js';
import { migrate } from '../migrate.js';
import { newUser } from '../testing/index.js';
import { LastingTokens1764581610000 } from './1764581610000-lasting-tokens.js';

describe(LastingTokens1764581610000.name, () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let source: DataSource;
  beforeAll(async () => {
    database = await createTestDatabase();
    source = await createDataSource(database.url).initialize();
    await migrate(source);
  });
  afterAll(async () => {
    await source.destroy();
    await database.drop();
  });

  it('should leave the tokens of an earlier version what they could do', async () => {
    const { id: userId } = await newUser(source);
    const migration = new LastingTokens1764581610000();
    const runner = source.createQueryRunner();
    await migration.down(runner);
    for (const [id, scopes] of [
      ['a', []],
      ['b', ['accounts']],
    ] as const) {
      await source.manager.insert(ApiToken, {
        id: id.repeat(64),
        prefix: id.repeat(8),
        name: id,
        userId,
        scopes: [...scopes],
      });
    }
    await migration.up(runner);
    await runner.release();
    const tokens = await source.manager.find(ApiToken, { order: { name: 'ASC' } });
    expect(tokens.map(({ scopes }) => scopes)).toEqual([['lasting'], ['accounts', 'lasting']]);
  });
});
