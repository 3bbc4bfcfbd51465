import type { ImportedUser } from '@switchyard/contracts';
import { flagOf, idOf, type SourceRow, textOf } from '../source-values.js';
import type { SourceDatabase } from './source-database.js';

/** A user, and why its authenticator does not come; `null` = it does, or there is none. */
export interface SourceUser {
  user: ImportedUser;
  note: string | null;
}

/** The users of a database, by id. */
export function usersOf(database: SourceDatabase): SourceUser[] {
  const authenticators = new Map(database.rows('user__totp').map((row) => [idOf(row, 'user_id'), textOf(row, 'url')]));
  const rows = database.rows('user').toSorted((a, b) => (idOf(a) ?? 0) - (idOf(b) ?? 0));
  return rows.map((row) => userOf(row, authenticators.get(idOf(row)) ?? null));
}

function userOf(row: SourceRow, authenticator: string | null): SourceUser {
  const hash = textOf(row, 'password');
  const secret = authenticator === null ? null : secretOf(authenticator);
  const user = {
    username: textOf(row, 'username'),
    name: textOf(row, 'name'),
    email: textOf(row, 'email'),
    alert: flagOf(row, 'alert'),
    admin: flagOf(row, 'admin'),
    external: flagOf(row, 'external'),
    password_hash: hash === '' ? null : hash,
    totp_secret: secret,
  };
  const isLeft = authenticator !== null && secret === null;
  return { user, note: isLeft ? 'its authenticator does not come: its codes are of another kind' : null };
}

/** The secret of an `otpauth://totp/…` address whose codes are of 6 digits, of 30 seconds and by SHA-1; else `null`. */
function secretOf(address: string): string | null {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol !== 'otpauth:' || url.hostname !== 'totp') {
    return null;
  }
  const value = (name: string, usual: string): string => url.searchParams.get(name) ?? usual;
  const isUsual = value('digits', '6') === '6' && value('period', '30') === '30';
  const secret = value('secret', '').toUpperCase().replace(/=+$/, '');
  return isUsual && value('algorithm', 'SHA1').toUpperCase() === 'SHA1' && secret !== '' ? secret : null;
}
