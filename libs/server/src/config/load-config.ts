import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { readConfigFile, type Settings } from './config-file.js';
import { takeHandedSettings } from './handed-settings.js';
import { SECRET_FILE_SETTINGS, withSecretFiles } from './secret-settings.js';
import { SUPERVISOR_SETTINGS } from './supervisor-settings.js';

/** EX_CONFIG of sysexits.h: supervisors tell a wrong configuration from a crash by it. */
export const CONFIG_EXIT_CODE = 78;

export interface LoadConfigOptions {
  /** Keys that another process reads from the same file; they are no fault there. */
  alsoKnown?: readonly string[];
}

/**
 * Reads one app's settings: environment variables, below them what a supervisor hands over by a file descriptor, and
 * below that the file that `SWITCHYARD_CONFIG` names. An empty variable counts as absent.
 * @param schema object schema whose keys are the environment names and whose values parse texts
 * @throws ConfigError that lists every fault at once
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  { alsoKnown = [] }: LoadConfigOptions = {},
): z.infer<S> {
  const keys = [...Object.keys(schema.shape), ...SECRET_FILE_SETTINGS];
  const faults: string[] = [];
  const direct = { ...takeHandedSettings(env), ...env };
  const known = new Set([...keys, ...alsoKnown, ...SUPERVISOR_SETTINGS]);
  const settings = {
    ...withSecretFiles(settingsFile(direct, known, faults), faults),
    ...withSecretFiles(environment(direct, keys), faults),
  };
  const result = schema.safeParse(settings);
  faults.push(...(result.error?.issues ?? []).map(describeIssue));
  if (!result.success || faults.length > 0) {
    throw new ConfigError(faults);
  }
  return result.data;
}

/**
 * `loadConfig` for a main program: writes the faults to standard error and ends the process with 78. The settings leave
 * the environment, so that no process or thread that is started later gets them.
 */
export function loadConfigOrExit<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  options: LoadConfigOptions = {},
): z.infer<S> {
  try {
    const config = loadConfig(schema, env, options);
    Object.keys(env)
      .filter((name) => name.startsWith('SWITCHYARD_'))
      .forEach((name) => delete env[name]);
    return config;
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exit(CONFIG_EXIT_CODE);
  }
}

function settingsFile(env: NodeJS.ProcessEnv, known: ReadonlySet<string>, faults: string[]): Settings {
  const path = env.SWITCHYARD_CONFIG;
  if (!path) {
    return {};
  }
  try {
    return readConfigFile(path, known);
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    faults.push(...error.faults);
    return {};
  }
}

function environment(env: NodeJS.ProcessEnv, keys: readonly string[]): Settings {
  const entries = keys.map((key) => [key, Object.hasOwn(env, key) ? String(Reflect.get(env, key)).trim() : undefined]);
  return Object.fromEntries(entries.filter(([, value]) => value)) as Settings;
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return `${issue.path.join('.') || 'settings'}: ${missing ? 'must be set' : issue.message}`;
}
