import { readFile, stat } from 'node:fs/promises';
import type { SourceRow } from '../source-values.js';
import type { SqlSession } from './sql-database.js';

/** Most bytes of a file: it is read whole, with its history and logs. */
const MAX_BYTES = 1024 * 1024 * 1024;

/** Files beside it without which it is not whole, as long as they hold something. */
const JOURNALS = ['-wal', '-journal'];

/** Which form of journal reads and writes need (https://www.sqlite.org/fileformat2.html, 1.3.3): 1 = none beside it. */
const VERSIONS = [18, 19];

/** A file that is no SQLite database, or not all of one. */
class SqliteError extends Error {
  override readonly name = 'SqliteError';
}

/** Opens a database of SQLite while nobody writes it. @throws SqliteError; an error of the system, or of the driver */
export async function openSqlite(path: string): Promise<SqlSession> {
  const bytes = await readDatabaseFile(path);
  const { default: initSqlJs } = await import('sql.js');
  const { Database } = await initSqlJs();
  const database = new Database(bytes);
  return {
    query: async (statement) => {
      const rows: SourceRow[] = [];
      const prepared = database.prepare(statement);
      while (prepared.step()) {
        rows.push(rowOf(prepared.getAsObject()));
      }
      prepared.free();
      return rows;
    },
    tables: `select name from sqlite_master where type = 'table'`,
    logsBy: 'own-index',
    close: async () => database.close(),
  };
}

async function readDatabaseFile(path: string): Promise<Buffer> {
  for (const beside of JOURNALS.map((end) => path + end)) {
    const journal = await stat(beside).catch(() => null);
    if (journal !== null && journal.size > 0) {
      throw new SqliteError(`stop Semaphore UI first: a part of it stands in ${beside}`);
    }
  }
  if ((await stat(path)).size > MAX_BYTES) {
    throw new SqliteError(`it is larger than ${MAX_BYTES} bytes`);
  }
  const bytes = await readFile(path);
  if (!bytes.subarray(0, 16).equals(Buffer.from('SQLite format 3\0'))) {
    throw new SqliteError('it is no SQLite database');
  }
  VERSIONS.forEach((at) => bytes.writeUInt8(1, at));
  return bytes;
}

/** Columns of points in time, which are texts in UTC, with or without a zone. */
const TIMES = ['run_at', 'created', 'start', 'end', 'time'];

const rowOf = (row: Record<string, unknown>): SourceRow =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      TIMES.includes(name) && typeof value === 'string'
        ? `${value.replace(' ', 'T').replace(/(Z|\+00:00)$/, '')}Z`
        : value,
    ]),
  );
