import type { ConnectionOptions, RowDataPacket, SslOptions } from 'mysql2';
import type { Connection } from 'mysql2/promise';
import { type SourceRow, textOf } from '../source-values.js';
import type { ServerAddress } from './source-address.js';
import type { SqlSession } from './sql-database.js';

const CONNECT_MS = 15_000;
/** Of one statement. */
const STATEMENT_MS = 60_000;

/** Opens a database of MySQL or MariaDB at one snapshot. @throws what the driver throws */
export async function openMysql(address: ServerAddress): Promise<SqlSession> {
  const connection = await connect(address);
  const query = async (sql: string): Promise<SourceRow[]> => {
    const [rows] = await connection.query<RowDataPacket[]>({ sql, timeout: STATEMENT_MS + CONNECT_MS });
    return Array.isArray(rows) ? rows.map(plainRow) : [];
  };
  const session: SqlSession = {
    query,
    tables: 'select table_name as name from information_schema.tables where table_schema = database()',
    logsBy: 'index',
    // Without a farewell, for which a statement that hangs would be waited for.
    close: async () => connection.destroy(),
  };
  try {
    await begin(query);
    return session;
  } catch (error) {
    await session.close();
    throw error;
  }
}

async function begin(query: SqlSession['query']): Promise<void> {
  const [server = {}] = await query('select version() as version');
  await query(
    /mariadb/i.test(textOf(server, 'version'))
      ? `set session max_statement_time = ${STATEMENT_MS / 1000}`
      : `set session max_execution_time = ${STATEMENT_MS}`,
  );
  await query(`set session sql_mode = 'ANSI_QUOTES', time_zone = '+00:00'`);
  await query('set session transaction isolation level repeatable read');
  await query('start transaction with consistent snapshot, read only');
}

async function connect({ host, port, user, password, name, options }: ServerAddress): Promise<Connection> {
  const { createConnection } = await import('mysql2/promise');
  const base: ConnectionOptions = {
    ...(host.startsWith('/') ? { socketPath: host } : { host, ...(port !== null && { port }) }),
    user,
    password,
    database: name,
    charset: 'utf8mb4',
    timezone: 'Z',
    jsonStrings: true,
    disableEval: true,
    connectTimeout: CONNECT_MS,
    flags: ['-LOCAL_FILES'],
  };
  const mode = textOf(options, 'tls');
  const ssl = tlsOf(mode);
  const connection = await createConnection({ ...base, ...(ssl && { ssl }) }).catch((error: unknown) => {
    if (mode === 'preferred' && Object(error).code === 'HANDSHAKE_NO_SSL_SUPPORT') {
      return createConnection(base);
    }
    throw error;
  });
  // Calls that wait for an answer are rejected as well.
  connection.on('error', () => undefined);
  return connection;
}

/** As the product's driver reads `tls` (https://github.com/go-sql-driver/mysql#tls). */
function tlsOf(mode: string): SslOptions | null {
  if (mode === '' || mode === 'false') {
    return null;
  }
  return ['skip-verify', 'preferred'].includes(mode) ? { rejectUnauthorized: false } : { verifyIdentity: true };
}

/** Points in time as texts. One that is none, such as `0000-00-00`, is empty. */
const plainRow = (row: SourceRow): SourceRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      value instanceof Date ? (Number.isNaN(value.getTime()) ? null : value.toISOString()) : value,
    ]),
  );
