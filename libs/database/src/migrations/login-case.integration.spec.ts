import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { LoginCase1764370000000 } from './1764370000000-login-case.js';

describe(LoginCase1764370000000.name, () => {
  let database: EarlierDatabase;
  beforeEach(async () => {
    database = await EarlierDatabase.before(LoginCase1764370000000);
  });
  afterEach(() => database.drop());

  let count = 0;
  const add = (username: string) =>
    database.insert('user', { username, name: 'Mara', email: `u${(count += 1)}@example.test` });

  it('should keep logins unique in any case, and name those that are not', async () => {
    await add('Mara');
    await add('mara');
    await expect(database.migrate()).rejects.toThrow('differ in their case alone: Mara and mara.');
    await database.query('delete from "user" where username = $1', ['mara']);
    await database.migrate();
    await expect(add('MARA')).rejects.toThrow('user_username_key');
  });
});
