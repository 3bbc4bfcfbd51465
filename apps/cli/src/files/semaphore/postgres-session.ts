import { readFile } from 'node:fs/promises';
import type { ClientConfig } from 'pg';
import { type SourceRow, textOf } from '../source-values.js';
import type { ServerAddress } from './source-address.js';
import type { SqlSession } from './sql-database.js';

const CONNECT_MS = 15_000;
/** Of one statement. */
const STATEMENT_MS = 60_000;

/** Object identifiers of types (https://github.com/postgres/postgres/blob/master/src/include/catalog/pg_type.dat). */
const BOOLEAN = 16;
const TIMESTAMPS = [1114, 1184];

/** Opens a database of PostgreSQL at one snapshot. @throws what the driver throws */
export async function openPostgres(address: ServerAddress): Promise<SqlSession> {
  const { default: pg } = await import('pg');
  const { host, port, user, password, name: database } = address;
  const client = new pg.Client({
    host,
    ...(port !== null && { port }),
    user,
    password,
    database,
    ssl: host.startsWith('/') ? false : await tlsOf(address.options),
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: STATEMENT_MS + CONNECT_MS,
    application_name: 'switchyard import',
    types: { getTypeParser: (type: number) => (text: string) => valueOf(type, text) },
  });
  // Calls that wait for an answer are rejected as well.
  client.on('error', () => undefined);
  const session: SqlSession = {
    query: async (statement) => (await client.query<SourceRow>(statement)).rows,
    tables: 'select tablename as name from pg_catalog.pg_tables where schemaname = current_schema()',
    logsBy: 'cursor',
    close: () => client.end(),
  };
  try {
    await client.connect();
    await session.query('begin transaction isolation level repeatable read read only');
    await session.query(`set local statement_timeout = ${STATEMENT_MS}`);
    await session.query(`set local time zone 'UTC'`);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

/** As the product's driver reads `sslmode` (https://pkg.go.dev/github.com/lib/pq): TLS, unless it is disabled. */
async function tlsOf(options: SourceRow): Promise<NonNullable<ClientConfig['ssl']>> {
  const mode = textOf(options, 'sslmode') || 'require';
  if (mode === 'disable') {
    return false;
  }
  if (!mode.startsWith('verify-')) {
    return { rejectUnauthorized: false };
  }
  const file = textOf(options, 'sslrootcert');
  return {
    ...(file !== '' && { ca: await readFile(file, 'utf8') }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}

/** Columns without a zone hold UTC. */
function valueOf(type: number, text: string): unknown {
  if (type === BOOLEAN) {
    return text === 't';
  }
  return TIMESTAMPS.includes(type) ? `${text.replace(' ', 'T').replace(/\+00$/, '')}Z` : text;
}
