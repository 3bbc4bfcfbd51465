import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { createTestDatabase, semaphoreTables, startMariadb } from '@switchyard/testing';
import pg from 'pg';
import { openMysql } from '../mysql-session.js';
import { openPostgres } from '../postgres-session.js';
import { type DatabaseAddress, parseAddress, type ServerAddress } from '../source-address.js';
import type { SqlSession } from '../sql-database.js';

/** A database of Semaphore UI, and a connection that may change it. */
export interface Source {
  address: ServerAddress;
  open(): Promise<SqlSession>;
  run(sql: string): Promise<void>;
  remove(): Promise<void>;
}

export async function postgresSource(): Promise<Source> {
  const database = await createTestDatabase();
  const { username, password, host } = new URL(database.url);
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  const text = `postgres://${username}@${host}/${database.name}?sslmode=disable`;
  const address = { ...(parseAddress(text) as ServerAddress), password };
  return {
    address,
    open: () => openPostgres(address),
    run: async (sql) => void (await client.query(sql)),
    async remove() {
      await client.end();
      await database.drop();
    },
  };
}

export async function mariadbSource(): Promise<Source> {
  const { port, database, run, remove } = await startMariadb();
  await run(`create user reader@localhost identified by 'r3ad'; grant select on ${database}.* to reader@localhost`);
  const text = `mysql://reader@127.0.0.1:${port}/${database}`;
  const address = { ...(parseAddress(text) as ServerAddress), password: 'r3ad' };
  return { address, open: () => openMysql(address), run, remove };
}

/** By SQLite's own library. @param end `database.close()`, or how else its writer ends */
export async function writeSqlite(path: string, mode: string, end: string): Promise<DatabaseAddress> {
  const write = `import os, sqlite3, sys
database = sqlite3.connect(sys.argv[1])
database.execute('pragma journal_mode = ' + sys.argv[2])
database.executescript(sys.stdin.read())
${end}`;
  const writing = promisify(execFile)('python3', ['-I', '-c', write, path, mode]);
  writing.child.stdin?.end(semaphoreTables('sqlite'));
  await writing;
  return parseAddress(`sqlite:${path}`);
}
