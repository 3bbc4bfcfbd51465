import { z } from 'zod';
import { allSettings } from './catalogue.js';
import { faultsOfNeeds } from './check.js';
import { CONFIG_EXIT_CODE, ConfigError } from './config-error.js';
import { readTexts, type ReadTexts, type SettingSources } from './read-texts.js';

export interface LoadOptions extends Omit<SettingSources, 'env'> {
  /** Looks at what the settings name, such as files. */
  check?: (texts: Readonly<Record<string, string>>, faults: string[]) => void;
}

/**
 * Reads one program's settings from the environment and below it ({@link readTexts}).
 * @param schema object schema whose keys are the environment names and whose values parse texts, made of the catalogue
 * @throws ConfigError that lists every fault at once
 */
export function loadConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  options: LoadOptions = {},
): z.infer<S> {
  return readConfig(schema, env, options).config;
}

/** Settings that were checked, and as they were read. */
export interface ReadConfig<S extends z.ZodObject> {
  config: z.infer<S>;
  given: ReadTexts;
}

function readConfig<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv,
  { check, ...sources }: LoadOptions,
): ReadConfig<S> {
  const keys = Object.keys(schema.shape);
  const given = readTexts({ ...sources, env, alsoKnown: keys });
  const { texts, faults } = given;
  const own = Object.entries(allSettings).filter(([name]) => keys.includes(name));
  const result = schema.safeParse(texts);
  faults.push(...(result.error?.issues ?? []).map(describeIssue));
  faults.push(...faultsOfNeeds(Object.fromEntries(own), texts));
  check?.(texts, faults);
  if (!result.success || faults.length > 0) {
    throw new ConfigError([...new Set(faults)]);
  }
  return { config: result.data, given };
}

/**
 * `loadConfig` for a main program: writes the faults to standard error and ends the process with 78. The settings leave
 * the environment, so that no process or thread that is started later gets them.
 */
export function loadConfigOrExit<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  options: LoadOptions = {},
): z.infer<S> {
  return readConfigOrExit(schema, env, options).config;
}

/** The same with the settings as they were read. */
export function readConfigOrExit<S extends z.ZodObject>(
  schema: S,
  env: NodeJS.ProcessEnv = process.env,
  options: LoadOptions = {},
): ReadConfig<S> {
  try {
    const read = readConfig(schema, env, options);
    forgetSettings(env);
    return read;
  } catch (error) {
    if (!(error instanceof ConfigError)) {
      throw error;
    }
    process.stderr.write(`${error.message}\n`);
    process.exit(CONFIG_EXIT_CODE);
  }
}

/** Removes all settings, secrets among them, from an environment. */
export function forgetSettings(env: NodeJS.ProcessEnv): void {
  Object.keys(env)
    .filter((name) => name.startsWith('SWITCHYARD_'))
    .forEach((name) => delete env[name]);
}

function describeIssue(issue: z.core.$ZodIssue): string {
  const missing = issue.code === 'invalid_type' && issue.input === undefined;
  return `${issue.path.join('.') || 'settings'}: ${missing ? 'must be set' : issue.message}`;
}
