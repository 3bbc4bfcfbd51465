import { messageOf } from '@switchyard/concurrency';
import { CommandError, EXIT } from '../../exit-codes.js';
import { openMysql } from './mysql-session.js';
import { openPostgres } from './postgres-session.js';
import { openSqlite } from './sqlite-session.js';
import { addressText, type DatabaseAddress } from './source-address.js';
import { BoltDatabase, type SourceDatabase } from './source-database.js';
import { ProjectReader, type SourceProject } from './source-project.js';
import { BoltHistory, type SourceHistory, SqlHistory } from './source-history.js';
import { runnersOf, type SourceRunner } from './source-runners.js';
import { SourceSecrets } from './source-secrets.js';
import { type SourceUser, usersOf } from './source-users.js';
import { SqlDatabase, type SqlPart, type SqlSession } from './sql-database.js';

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
  return withDatabase(address, 'projects', (database) => {
    const secrets = new SourceSecrets(keys);
    return database.rows('project').map((row) => new ProjectReader(database, secrets, row, timezone).read());
  });
}

/** The users of a database, with their password hashes and authenticators. @throws CommandError */
export const readUsers = (address: DatabaseAddress): Promise<SourceUser[]> => withDatabase(address, 'users', usersOf);

/** The runners of a database, without what they prove themselves by. @throws CommandError */
export const readRunners = (address: DatabaseAddress): Promise<SourceRunner[]> =>
  withDatabase(address, 'runners', runnersOf);

/** Uses the history of a database. @throws CommandError when it cannot be read; what `use` throws about something else */
export async function withHistory<T>(
  address: DatabaseAddress,
  use: (history: SourceHistory) => Promise<T>,
): Promise<T> {
  let history: SourceHistory | null = null;
  try {
    history =
      address.dialect === 'bolt'
        ? new BoltHistory(new BoltDatabase(address.path))
        : new SqlHistory(await openSession(address));
    return await use(history);
  } catch (error) {
    throw error instanceof CommandError ? error : unreadable(address, error);
  } finally {
    await history?.close();
  }
}

async function withDatabase<T>(
  address: DatabaseAddress,
  part: SqlPart,
  use: (database: SourceDatabase) => T,
): Promise<T> {
  let database: SourceDatabase | null = null;
  try {
    database = address.dialect === 'bolt' ? new BoltDatabase(address.path) : await ofSql(address, part);
    return use(database);
  } catch (error) {
    throw unreadable(address, error);
  } finally {
    database?.close();
  }
}

const unreadable = (address: DatabaseAddress, error: unknown): CommandError =>
  new CommandError(`${addressText(address)} cannot be read: ${reasonOf(error)}`, EXIT.usage);

async function ofSql(address: DatabaseAddress, part: SqlPart): Promise<SqlDatabase> {
  const session = await openSession(address);
  try {
    return await SqlDatabase.read(session, part);
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
