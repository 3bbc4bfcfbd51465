import { messageOf } from '@switchyard/concurrency';
import { NotEmptyError } from '@switchyard/database';
import { UsageError } from '../terminal.js';

const WORDS: ReadonlyMap<string, string> = new Map([
  ['ENOENT', 'there is no such file or directory'],
  ['EACCES', 'this user may not read or write it'],
  ['EPERM', 'this user may not read or write it'],
  ['EISDIR', 'it is a directory'],
  ['ENOTDIR', 'a part of its path is no directory'],
  ['EROFS', 'the disk is read-only'],
  ['ENOSPC', 'the disk is full'],
  ['EDQUOT', 'the quota of this user is used up'],
  ['EFBIG', 'the disk takes no file of that size'],
]);

/** Codes of a database that cannot be reached, or went away. */
const AWAY = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPIPE|57P0[123]|08\w{3})$/;

/** The same for a person at the server: a fault of the file, of the database, or what it was. */
export function explained(error: unknown, file: string): unknown {
  if (error instanceof NotEmptyError) {
    return new UsageError(
      `${error.message}. A backup is restored into an empty server: set SWITCHYARD_DATA_DIR to a new directory, or SWITCHYARD_DATABASE_URL to an empty database`,
    );
  }
  const { code, path } = Object(error) as { code?: unknown; path?: unknown };
  const words = WORDS.get(String(code));
  if (words !== undefined) {
    const isOther = typeof path === 'string' && !path.startsWith(file);
    return new Error(`${isOther ? path : file}: ${words}`, { cause: error });
  }
  if (AWAY.test(String(code)) || /connection terminated/i.test(String(error))) {
    return new Error(`The database cannot be reached, or went away (${messageOf(firstOf(error))})`, { cause: error });
  }
  return error;
}

/** The first of several connection errors. */
const firstOf = (error: unknown): unknown => (error instanceof AggregateError ? error.errors[0] : error);
