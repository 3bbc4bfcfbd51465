import { own } from '@switchyard/contracts';
import { readFileSync } from 'node:fs';
import { closest, distance } from 'fastest-levenshtein';
import { parse } from 'yaml';
import { z } from 'zod';
import { PREFIX, type SettingName, settingNames } from './settings.js';

/** Raw settings by name, and what was wrong with where they came from. */
export interface ConfigSource {
  values: Partial<Record<SettingName, unknown>>;
  faults: string[];
}

export interface ConfigInput {
  env: NodeJS.ProcessEnv;
  /** From the command line, by name. */
  flags?: Partial<Record<SettingName | 'CONFIG', string | boolean>>;
}

const Document = z.record(z.string(), z.unknown());

/**
 * Collects settings. A flag wins over a variable, a variable over the same key in the file that `--config` or
 * `SWITCHYARD_RUNNER_CONFIG` names (YAML, of which JSON is a part). An empty variable counts as absent. A key of the
 * file that is not known is a fault.
 */
export function readSource({ env, flags = {} }: ConfigInput): ConfigSource {
  const { CONFIG: flag, ...given } = flags;
  const faults: string[] = [];
  const file = flag ?? env[`${PREFIX}CONFIG`];
  const fromFile = typeof file === 'string' && file !== '' ? readSettingsFile(file, faults) : {};
  const variables = settingNames.flatMap((name) => (own(env, PREFIX + name) ? [[name, own(env, PREFIX + name)]] : []));
  return { values: { ...fromFile, ...Object.fromEntries(variables), ...given }, faults };
}

function readSettingsFile(file: string, faults: string[]): ConfigSource['values'] {
  const values: ConfigSource['values'] = {};
  for (const [key, value] of Object.entries(readDocument(file, faults))) {
    const name = settingNames.find((each) => PREFIX + each === key);
    if (name) {
      values[name] = value;
    } else {
      faults.push(`${file}: unknown key ${key}${suggestion(key)}`);
    }
  }
  return values;
}

function suggestion(key: string): string {
  const near = closest(key.toUpperCase(), [...settingNames.map((name) => PREFIX + name), ...settingNames]);
  const known = near.startsWith(PREFIX) ? near : PREFIX + near;
  return distance(key.toUpperCase(), near) <= 4 ? `; did you mean ${known}?` : '';
}

function readDocument(file: string, faults: string[]): Record<string, unknown> {
  try {
    const document = Document.safeParse(parse(readFileSync(file, 'utf8')) ?? {});
    if (document.success) {
      return document.data;
    }
    faults.push(`${PREFIX}CONFIG: ${file} does not hold keys with values`);
  } catch (error) {
    const text = error instanceof Error ? error.message.split('\n')[0] : String(error);
    faults.push(`${PREFIX}CONFIG: ${file} cannot be read: ${text}`);
  }
  return {};
}
