import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import {
  createTestDatabase,
  type DedicatedPostgres,
  type PostgresPair,
  startPgBouncer,
  startPostgres,
  startPostgresPair,
} from '@switchyard/testing';
import { root } from './part.js';

const run = promisify(execFile);

/** Where a stack keeps its data. */
export interface StackDatabase {
  url: string;
  /** The stack's own server; null when the database is one of many on the server that all tests share. */
  server: DedicatedPostgres | null;
  /** A primary with its standby, where the stack has one. */
  pair?: PostgresPair;
  remove(): Promise<void>;
}

/** A migrated database on the shared server: two seconds of processor less than a server of its own. */
export async function sharedDatabase(): Promise<StackDatabase> {
  const { url, drop } = await createTestDatabase({ template: 'stack', prepare: migrate });
  return { url, server: null, remove: drop };
}

export async function ownDatabase(durable: boolean): Promise<StackDatabase> {
  const server = await startPostgres({ durable });
  return { url: server.url, server, remove: () => server.remove() };
}

/** A server with a standby; the address names both. */
export async function replicatedDatabase(): Promise<StackDatabase> {
  const pair = await startPostgresPair();
  return { url: pair.url, server: null, pair, remove: () => pair.remove() };
}

/** The same, through PgBouncer. */
export async function pooledDatabase(database: StackDatabase): Promise<StackDatabase> {
  const pooler = await startPgBouncer(database.url, 'session');
  const remove = async (): Promise<void> => {
    await pooler.remove();
    await database.remove();
  };
  return { ...database, url: pooler.url, remove };
}

/** Any command of the server's program opens the database, which brings the schema up to date. */
async function migrate(url: string): Promise<void> {
  const env = { ...process.env, SWITCHYARD_DATABASE_URL: url };
  await run(process.execPath, [join(root, 'apps/api/dist/cli.js'), 'user', 'list'], { env });
}
