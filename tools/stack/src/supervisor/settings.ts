import { resolve } from 'node:path';
import {
  checkedAtStart,
  faultsOfNeeds,
  faultsOfValues,
  readStartFlags,
  readTexts,
  settingsShape,
  stackSettings,
  startSettings,
} from '@switchyard/settings';
import { z } from 'zod';
import type { Environment } from '../process/spawn-program.js';
import { StartError } from '../start-error.js';
import { parseTaskUsers, type TaskUsers } from './task-users.js';

/** Settings on which the supervisor itself acts; everything else passes through to the processes. */
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
  /** All settings as texts, from flags, environment and settings file; secrets are read from their files. */
  texts: Readonly<Record<string, string>>;
  /** The environment without settings. */
  environment: Environment;
}

const StackValues = z.object(settingsShape(stackSettings));

/**
 * Flags win over environment variables, those over the settings file.
 * @returns 'help' when --help was among the arguments
 * @throws StartError that names every fault at once, also of settings that other processes act on
 */
export function readSettings(args: string[], environment: Environment, root: string): StackSettings | 'help' {
  const flags = readStartFlags(args, startSettings);
  if ('fault' in flags) {
    throw new StartError(flags.fault);
  }
  if (flags.help) {
    return 'help';
  }
  const { texts, faults } = readTexts({ env: environment, flags: flags.texts });
  faults.push(...faultsOfValues(checkedAtStart, texts), ...faultsOfNeeds(checkedAtStart, texts));
  const values = StackValues.safeParse(texts).data;
  const taskUsers = collect(faults, () =>
    parseTaskUsers(texts.SWITCHYARD_LOCAL_RUNNER_RUN_AS, values?.SWITCHYARD_LOCAL_RUNNERS ?? 1),
  );
  if (!values || faults.length > 0) {
    throw new StartError(faults.join('\n'));
  }
  return {
    port: values.SWITCHYARD_PORT,
    host: values.SWITCHYARD_HOST,
    webHost: values.SWITCHYARD_WEB_HOST,
    dataDir: resolve(texts.SWITCHYARD_DATA_DIR ?? resolve(root, 'data')),
    runners: values.SWITCHYARD_LOCAL_RUNNERS,
    graceMs: values.SWITCHYARD_STOP_GRACE_MS,
    databaseUrl: texts.SWITCHYARD_DATABASE_URL,
    taskUsers,
    taskDir: resolve(values.SWITCHYARD_LOCAL_RUNNER_WORK_DIR),
    texts,
    environment: Object.fromEntries(Object.entries(environment).filter(([name]) => !name.startsWith('SWITCHYARD_'))),
  };
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
