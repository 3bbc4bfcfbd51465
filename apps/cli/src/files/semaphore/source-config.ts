import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import { own } from '@switchyard/contracts';
import { CommandError, EXIT } from '../../exit-codes.js';
import { isObject, type SourceRow, textOf } from '../source-values.js';
import {
  type DatabaseAddress,
  type FileAddress,
  hostAndPort,
  parseAddress,
  type ServerAddress,
} from './source-address.js';

/** Members of the product's configuration that an import needs. */
interface SourceConfig {
  database: DatabaseAddress;
  /** Base64; empty = nothing is encrypted. */
  accessKey: string;
}

/** Options that take the place of the configuration's database. */
export interface ConfigOptions {
  /** Path of `config.json`; none = the environment has what is needed. */
  config?: string;
  /** Path of a Bolt file. */
  bolt?: string;
  /** Address of a database of another kind, without its password. */
  database?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads `config.json` of the product and its variables of the environment, which win over the file as they do there.
 * @throws CommandError
 */
export async function readConfig(options: ConfigOptions, env: Environment): Promise<SourceConfig> {
  const { config: path = '' } = options;
  const file = path === '' ? {} : await readObject(path);
  const accessKey = env['SEMAPHORE_ACCESS_KEY_ENCRYPTION'] ?? textOf(file, 'access_key_encryption');
  return { database: withPassword(addressOf(options, file, env), env), accessKey };
}

async function readObject(path: string): Promise<SourceRow> {
  try {
    const value: unknown = JSON.parse(await readFile(path, 'utf8'));
    if (isObject(value)) {
      return value;
    }
  } catch (error) {
    throw new CommandError(`${path}: ${messageOf(error)}`, EXIT.usage);
  }
  throw new CommandError(`${path} is no configuration of Semaphore UI`, EXIT.usage);
}

const isOfFile = (dialect: string): dialect is FileAddress['dialect'] => dialect === 'bolt' || dialect === 'sqlite';

function addressOf({ config = '', bolt, database }: ConfigOptions, file: SourceRow, env: Environment): DatabaseAddress {
  if (bolt !== undefined) {
    return { dialect: 'bolt', path: bolt };
  }
  if (database !== undefined) {
    return parseAddress(database);
  }
  const dialect = env['SEMAPHORE_DB_DIALECT'] ?? (textOf(file, 'dialect') || (config === '' ? '' : 'bolt'));
  const section = own(file, dialect);
  const values = isObject(section) ? section : {};
  const host = env['SEMAPHORE_DB_HOST'] ?? textOf(values, 'host');
  if (isOfFile(dialect) && host !== '') {
    return { dialect, path: resolve(dirname(config), host) };
  }
  if ((dialect === 'postgres' || dialect === 'mysql') && host !== '') {
    return serverOf(dialect, host, values, env);
  }
  const where = config === '' ? 'Nothing' : config;
  throw new CommandError(`${where} names no database that can be read: name it by --config or --database`, EXIT.usage);
}

function serverOf(
  dialect: ServerAddress['dialect'],
  host: string,
  section: SourceRow,
  env: Environment,
): ServerAddress {
  const options = own(section, 'options');
  const place = hostAndPort(host);
  return {
    dialect,
    host: place.host,
    port: (Number(env['SEMAPHORE_DB_PORT']) || place.port) ?? null,
    user: env['SEMAPHORE_DB_USER'] ?? textOf(section, 'user'),
    password: textOf(section, 'pass'),
    name: env['SEMAPHORE_DB'] ?? textOf(section, 'name'),
    options: isObject(options) ? options : {},
  };
}

function withPassword(address: DatabaseAddress, env: Environment): DatabaseAddress {
  const password = env['SEMAPHORE_DB_PASS'];
  return 'password' in address && password !== undefined ? { ...address, password } : address;
}
