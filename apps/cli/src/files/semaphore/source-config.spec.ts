import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { addressText } from './source-address.js';
import { readConfig } from './source-config.js';

describe(readConfig, () => {
  let directory: string;
  let path: string;
  const server = { host: 'db.example:6543', user: 'u', pass: 'p', name: 'n', options: { sslmode: 'disable' } };
  const read = (config: object, env: Record<string, string> = {}, options: { bolt?: string; database?: string } = {}) =>
    writeFile(path, JSON.stringify(config)).then(() => readConfig({ config: path, ...options }, env));

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'switchyard-config-'));
    path = join(directory, 'config.json');
  });

  afterAll(() => rm(directory, { recursive: true }));

  it('should take the database of the dialect that it names', async () => {
    const config = { dialect: 'postgres', postgres: server, mysql: { host: 'other' }, access_key_encryption: 'k' };
    expect(await read(config)).toEqual({
      accessKey: 'k',
      database: {
        dialect: 'postgres',
        host: 'db.example',
        port: 6543,
        user: 'u',
        password: 'p',
        name: 'n',
        options: { sslmode: 'disable' },
      },
    });
  });

  it('should take a Bolt file where it names no dialect, from the directory of the configuration', async () => {
    expect((await read({ bolt: { host: 'data.db' } })).database).toEqual({
      dialect: 'bolt',
      path: join(directory, 'data.db'),
    });
  });

  it('should let the environment win, as the product does', async () => {
    const env = {
      SEMAPHORE_DB_DIALECT: 'mysql',
      SEMAPHORE_DB_HOST: '[::1]:3307',
      SEMAPHORE_DB_USER: 'eu',
      SEMAPHORE_DB_PASS: 'ep',
      SEMAPHORE_DB: 'en',
      SEMAPHORE_ACCESS_KEY_ENCRYPTION: 'ek',
    };
    const expected = {
      accessKey: 'ek',
      database: { dialect: 'mysql', host: '::1', port: 3307, user: 'eu', password: 'ep', name: 'en', options: {} },
    };
    expect(await read({ dialect: 'postgres', postgres: server, access_key_encryption: 'k' }, env)).toEqual(expected);
    expect(await readConfig({}, env)).toEqual(expected);
  });

  it('should let an address win, with the password of the environment', async () => {
    const database = 'mariadb://reader@db/sem?tls=true';
    const found = await read({ dialect: 'postgres', postgres: server }, { SEMAPHORE_DB_PASS: 'ep' }, { database });
    expect(found.database).toMatchObject({ dialect: 'mysql', host: 'db', port: null, password: 'ep', name: 'sem' });
    expect(found.database).toMatchObject({ options: { tls: 'true' } });
    expect(addressText(found.database)).toBe('mysql://reader@db/sem');
  });

  it.each([
    ['sqlite:sem.db', 'sem.db'],
    ['sqlite:///var/sem.db', '/var/sem.db'],
    ['sqlite:/var/sem.db', '/var/sem.db'],
  ])('should take %s for a file of SQLite', async (database, file) => {
    expect((await readConfig({ database }, {})).database).toEqual({ dialect: 'sqlite', path: file });
  });

  it('should find the file of SQLite beside the configuration', async () => {
    const expected = { dialect: 'sqlite', path: join(dirname(path), 'sem.db') };
    expect((await read({ dialect: 'sqlite', sqlite: { host: 'sem.db' } })).database).toEqual(expected);
  });

  it.each([
    ['a socket', '/run/postgresql', { host: '/run/postgresql', port: null }],
    ['an address of version 6', '::1', { host: '::1', port: null }],
    ['a name', 'db', { host: 'db', port: null }],
  ])('should take %s for a host', async (_name, host, expected) => {
    expect((await read({ dialect: 'mysql', mysql: { ...server, host } })).database).toMatchObject(expected);
  });

  it.each([
    ['a password, which everybody could read', 'postgres://u:secret@db/n', 'SEMAPHORE_DB_PASS'],
    ['another kind', 'mssql://u@db/n', 'must be postgres://'],
    ['no name', 'postgres://u@db/', 'must be postgres://'],
  ])('should refuse an address with %s', async (_name, database, reason) => {
    await expect(readConfig({ database }, {})).rejects.toThrow(reason);
  });

  it('should say so where nothing names a database', async () => {
    await expect(readConfig({}, {})).rejects.toThrow('name it by --config or --database');
    await expect(read({ dialect: 'oracle' })).rejects.toThrow(`${path} names no database that can be read`);
  });
});
