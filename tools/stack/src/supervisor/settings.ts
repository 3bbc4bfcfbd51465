import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import type { Environment } from '../process/spawn-program.js';
import { StartError } from '../start-error.js';
import { readConfigFile } from './config-file.js';
import { optionTable } from './option-table.js';
import { parseTaskUsers, type TaskUsers } from './task-users.js';

/** What the supervisor itself acts on; everything else passes through to the processes. */
export interface StackSettings {
  port: number;
  host: string;
  /** The public address, when it is not host and port. */
  webHost: string | undefined;
  /** Absolute. */
  dataDir: string;
  runners: number;
  /** How long a process may take to end after TERM before it is killed. */
  graceMs: number;
  /** Absent: the built-in PostgreSQL. */
  databaseUrl: string | undefined;
  /** Absent: the supervisor chooses. */
  taskUsers: TaskUsers | undefined;
  /** Where tasks work that run as other users. */
  taskDir: string;
  /** Environment and flags. */
  given: Environment;
  /** The same over the configuration file. */
  environment: Environment;
}

/**
 * Flags win over environment variables, those over the configuration file.
 * @returns 'help' when --help was among the arguments
 * @throws StartError that names every fault at once
 */
export function readSettings(args: string[], environment: Environment, root: string): StackSettings | 'help' {
  const flags = parseFlags(args);
  if (flags.help) {
    return 'help';
  }
  const direct = { ...withoutEmpty(environment), ...flags.values };
  const merged: Environment = { ...readConfigFile(direct.SWITCHYARD_CONFIG), ...direct };
  const faults: string[] = [];
  const port = integer(merged, 'SWITCHYARD_PORT', [3000, 1, 65_535], faults);
  const runners = integer(merged, 'SWITCHYARD_LOCAL_RUNNERS', [1, 0, 32], faults);
  const settings = {
    port,
    host: merged.SWITCHYARD_HOST ?? '127.0.0.1',
    webHost: merged.SWITCHYARD_WEB_HOST,
    dataDir: resolve(merged.SWITCHYARD_DATA_DIR ?? resolve(root, 'data')),
    runners,
    graceMs: integer(merged, 'SWITCHYARD_STOP_GRACE_MS', [10_000, 0, 600_000], faults),
    databaseUrl: collect(faults, () => databaseUrl(merged)),
    taskUsers: collect(faults, () => parseTaskUsers(merged.SWITCHYARD_LOCAL_RUNNER_RUN_AS, runners)),
    taskDir: resolve(merged.SWITCHYARD_LOCAL_RUNNER_WORK_DIR ?? '/var/lib/switchyard-tasks'),
    given: direct,
    environment: merged,
  };
  if (faults.length > 0) {
    throw new StartError(faults.join('\n'));
  }
  return settings;
}

/** The address itself, or what the file holds that is named in its stead. */
function databaseUrl({ SWITCHYARD_DATABASE_URL: url, SWITCHYARD_DATABASE_URL_FILE: file }: Environment) {
  if (url !== undefined || file === undefined) {
    return url;
  }
  try {
    return readFileSync(file, 'utf8').trim();
  } catch (error) {
    throw new StartError(`SWITCHYARD_DATABASE_URL_FILE cannot be read: ${String(error)}`);
  }
}

/** The value, or undefined and one fault more. */
function collect<T>(faults: string[], read: () => T): T | undefined {
  try {
    return read();
  } catch (error) {
    if (!(error instanceof StartError)) {
      throw error;
    }
    faults.push(error.message);
    return undefined;
  }
}

function parseFlags(args: string[]): { help: boolean; values: Environment } {
  const flags = optionTable.flatMap(({ flag, variable }) => (flag ? [{ flag, variable }] : []));
  const options = Object.fromEntries(flags.map(({ flag }) => [flag, { type: 'string' as const }]));
  try {
    const { values } = parseArgs({ args, options: { ...options, help: { type: 'boolean', short: 'h' } } });
    const given = new Map<string, unknown>(Object.entries(values));
    const entries = flags.map(({ flag, variable }) => [variable, given.get(flag)]);
    return {
      help: values.help === true,
      values: Object.fromEntries(entries.filter(([, value]) => typeof value === 'string')),
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('. ')[0] : String(error);
    throw new StartError(`${reason}. "npm start -- --help" lists the options.`);
  }
}

function integer(
  environment: Environment,
  variable: string,
  [fallback, least, most]: [number, number, number],
  faults: string[],
): number {
  const text = Object.hasOwn(environment, variable) ? String(Reflect.get(environment, variable)) : undefined;
  const value = text === undefined ? fallback : Number(text);
  if (!Number.isInteger(value) || value < least || value > most) {
    faults.push(`${variable} must be a whole number from ${least} to ${most}, not "${text}".`);
  }
  return value;
}

function withoutEmpty(environment: Environment): Environment {
  return Object.fromEntries(Object.entries(environment).filter(([, value]) => value !== undefined && value !== ''));
}
