import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { testPostgres, type TestPostgres } from './test-postgres.js';

export interface TestDatabaseOptions {
  /** Fills the template database, normally by running the migrations. Called once per test run and template name. */
  prepare?: (databaseUrl: string) => Promise<void>;
  /** Names what `prepare` makes; give different preparations different names. Lower case letters, digits, `_`. */
  template?: string;
}

/** A database of its own, for one spec file. */
export interface TestDatabase {
  url: string;
  name: string;
  /** Cuts all connections to it and removes it. */
  drop(): Promise<void>;
}

/** Makes a fresh database on the shared server, as a copy of the prepared template. Call `drop` in `afterAll`. */
export async function createTestDatabase(options: TestDatabaseOptions = {}): Promise<TestDatabase> {
  const server = await testPostgres();
  const name = `test_${randomBytes(6).toString('hex')}`;
  await withAdmin(server, async (admin) => {
    const template = options.prepare
      ? await ensureTemplate(admin, server, options.prepare, options.template)
      : 'template0';
    await admin.query(`create database ${name} template ${template}`);
  });
  return {
    name,
    url: databaseUrl(server, name),
    async drop() {
      await withAdmin(server, (admin) => admin.query(`drop database if exists ${name} with (force)`));
      server.release();
    },
  };
}

async function ensureTemplate(
  admin: pg.Client,
  server: TestPostgres,
  prepare: (databaseUrl: string) => Promise<void>,
  label = 'default',
): Promise<string> {
  const name = `template_${label}_${server.run}`;
  const lock = ['select pg_advisory_lock(hashtext($1))', 'select pg_advisory_unlock(hashtext($1))'] as const;
  await admin.query(lock[0], [name]);
  try {
    const { rowCount } = await admin.query('select 1 from pg_database where datname = $1', [name]);
    if (rowCount === 0) {
      await makeTemplate(admin, server, prepare, name);
    }
  } finally {
    await admin.query(lock[1], [name]);
  }
  return name;
}

/** Prepared under another name first, so that a preparation that failed leaves no template. */
async function makeTemplate(
  admin: pg.Client,
  server: TestPostgres,
  prepare: (databaseUrl: string) => Promise<void>,
  name: string,
): Promise<void> {
  const draft = `${name}_draft`;
  await admin.query(`drop database if exists ${draft} with (force)`);
  await admin.query(`create database ${draft} template template0`);
  await prepare(databaseUrl(server, draft));
  await admin.query(`alter database ${draft} with allow_connections false`);
  await admin.query('select pg_terminate_backend(pid, 5000) from pg_stat_activity where datname = $1', [draft]);
  await admin.query(`alter database ${draft} rename to ${name}`);
}

async function withAdmin<T>(server: TestPostgres, work: (admin: pg.Client) => Promise<T>): Promise<T> {
  const admin = new pg.Client({ connectionString: databaseUrl(server, 'postgres') });
  await admin.connect();
  try {
    return await work(admin);
  } finally {
    await admin.end();
  }
}

function databaseUrl(server: TestPostgres, name: string): string {
  const url = new URL(server.url);
  url.pathname = `/${name}`;
  return url.href;
}
