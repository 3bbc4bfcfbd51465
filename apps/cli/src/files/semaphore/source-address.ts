import { CommandError, EXIT } from '../../exit-codes.js';
import type { SourceRow } from '../source-values.js';

/** A database on a server of its own. */
export interface ServerAddress {
  dialect: 'postgres' | 'mysql';
  /** A name, an address, or the path of a socket (MySQL) or of its directory (PostgreSQL). */
  host: string;
  /** `null` = the usual one. */
  port: number | null;
  user: string;
  password: string;
  /** Of the database. */
  name: string;
  /** Those of the product's connection: `sslmode`, `sslrootcert` (PostgreSQL), `tls` (MySQL). */
  options: SourceRow;
}

/** A database in a file. */
export interface FileAddress {
  dialect: 'bolt' | 'sqlite';
  path: string;
}

export type DatabaseAddress = ServerAddress | FileAddress;

/** `name`, `name:port`, `[::1]:port` or a path, as the product writes a host. */
export function hostAndPort(host: string): { host: string; port: number | null } {
  const [, name, port] = /^(?:\[([^\]]+)\]|[^:/]+)(?::(\d+))?$/.exec(host) ?? [];
  const plain = name ?? (port === undefined ? host : host.slice(0, -port.length - 1));
  return { host: plain, port: port === undefined ? null : Number(port) };
}

/**
 * An address that a person gives, such as `postgres://user@host:5432/name?sslmode=disable`.
 * @throws CommandError also when it holds a password: everybody on the machine can read a command line
 */
export function parseAddress(text: string): DatabaseAddress {
  const [, file] = /^sqlite:(?:\/\/(?=\/))?(.+)$/.exec(text) ?? [];
  if (file !== undefined) {
    return { dialect: 'sqlite', path: file };
  }
  const url = URL.canParse(text) ? new URL(text) : null;
  const dialect = {
    'postgres:': 'postgres',
    'postgresql:': 'postgres',
    'mysql:': 'mysql',
    'mariadb:': 'mysql',
  } as const;
  const known = Object.entries(dialect).find(([protocol]) => protocol === url?.protocol);
  if (!url || !known || url.hostname === '' || url.pathname.length < 2) {
    throw new CommandError(
      '--database must be postgres://USER@HOST/NAME, mysql://USER@HOST/NAME or sqlite:FILE',
      EXIT.usage,
    );
  }
  if (url.password !== '') {
    throw new CommandError('Leave the password out of --database, and set SEMAPHORE_DB_PASS', EXIT.usage);
  }
  return {
    dialect: known[1],
    ...hostAndPort(url.host),
    user: decodeURIComponent(url.username),
    password: '',
    name: decodeURIComponent(url.pathname.slice(1)),
    options: Object.fromEntries(url.searchParams),
  };
}

/** For a person, without the password. */
export const addressText = (address: DatabaseAddress): string =>
  'path' in address
    ? address.path
    : `${address.dialect}://${address.user}@${address.host}${address.port === null ? '' : `:${address.port}`}/${address.name}`;
