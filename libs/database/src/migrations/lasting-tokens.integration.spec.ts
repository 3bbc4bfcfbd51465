import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { LastingTokens1764581610000 } from './1764581610000-lasting-tokens.js';

describe(LastingTokens1764581610000.name, () => {
  let database: EarlierDatabase;
  beforeEach(async () => {
    database = await EarlierDatabase.before(LastingTokens1764581610000);
  });
  afterEach(() => database.drop());

  it('should leave the tokens of an earlier version what they could do', async () => {
    const user_id = await database.insert('user', { username: 'ann', name: 'Ann', email: 'ann@example.test' });
    const token = (name: string, scopes: readonly string[]) => ({
      id: name.repeat(64),
      prefix: name.repeat(8),
      name,
      user_id,
      scopes,
    });
    await database.insert('api_token', token('a', []));
    await database.insert('api_token', token('b', ['accounts']));
    await database.migrate();
    expect(await database.query('select scopes from api_token order by name')).toEqual([
      { scopes: ['lasting'] },
      { scopes: ['accounts', 'lasting'] },
    ]);
  });
});
