import { messageOf } from '@switchyard/concurrency';
import { CommandError, EXIT } from '../../exit-codes.js';
import { openMysql } from './mysql-session.js';
import { openPostgres } from './postgres-session.js';
import { openSqlite } from './sqlite-session.js';
import { addressText, type DatabaseAddress } from './source-address.js';
import { BoltDatabase, type SourceDatabase } from './source-database.js';
import { ProjectReader, type SourceProject } from './source-project.js';
import { SourceSecrets } from './source-secrets.js';
import { SqlDatabase, type SqlSession } from './sql-database.js';

/**
 * The projects of a database.
 * @param keys values of `access_key_encryption`
 * @param timezone by which schedules run that name none; empty = that of the server
 * @throws CommandError
 */
export async function readDatabase(
  address: DatabaseAddress,
  { keys, timezone }: { keys: readonly string[]; timezone: string },
): Promise<SourceProject[]> {
  let database: SourceDatabase | null = null;
  try {
    const secrets = new SourceSecrets(keys);
    const opened = (database = address.dialect === 'bolt' ? new BoltDatabase(address.path) : await ofSql(address));
    return opened.rows('project').map((row) => new ProjectReader(opened, secrets, row, timezone).read());
  } catch (error) {
    throw new CommandError(`${addressText(address)} cannot be read: ${reasonOf(error)}`, EXIT.usage);
  } finally {
    database?.close();
  }
}

async function ofSql(address: DatabaseAddress): Promise<SqlDatabase> {
  const session = await openSession(address);
  try {
    return await SqlDatabase.read(session);
  } finally {
    await session.close();
  }
}

function openSession(address: DatabaseAddress): Promise<SqlSession> {
  if ('path' in address) {
    return openSqlite(address.path);
  }
  return address.dialect === 'postgres' ? openPostgres(address) : openMysql(address);
}

/** A name of several addresses fails with an error of each, and no text of its own. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError ? error.errors.map(messageOf).join('; ') : messageOf(error);
