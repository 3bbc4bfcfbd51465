import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createTestDatabase } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { createDataSource } from '../data-source.js';
import { migrate } from '../migrate.js';
import { newUser } from '../testing/index.js';
import { LoginCase1764370000000 } from './1764370000000-login-case.js';

describe(LoginCase1764370000000.name, () => {
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

  let count = 0;
  const add = (username: string) => newUser(source, { username, email: `u${(count += 1)}@example.test` });

  it('should keep logins unique in any case, and name those that are not', async () => {
    const migration = new LoginCase1764370000000();
    await add('Mara');
    await expect(add('mara')).rejects.toThrow('user_username_key');
    const runner = source.createQueryRunner();
    await migration.down(runner);
    await add('mara');
    await expect(migration.up(runner)).rejects.toThrow('differ in their case alone: Mara and mara.');
    await source.query('delete from "user" where username = $1', ['mara']);
    await migration.up(runner);
    await runner.release();
    await expect(add('MARA')).rejects.toThrow('user_username_key');
  });
});
