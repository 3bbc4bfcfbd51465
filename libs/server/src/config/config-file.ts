import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { ConfigError } from './config-error.js';

/** Settings by their environment name, all as text. */
export type Settings = Record<string, string>;

/**
 * Reads a settings file: a flat YAML or JSON mapping of `SWITCHYARD_…` keys to texts, numbers, booleans or lists
 * (joined with commas; a list of mappings becomes JSON). A key without a value counts as absent.
 * @param known every key that some process may read; another one is a fault, it would be a misspelling
 * @throws ConfigError when the file cannot be read or has another form
 */
export function readConfigFile(path: string, known: ReadonlySet<string>): Settings {
  const content = parseFile(path);
  const faults: string[] = [];
  const settings = new Map<string, string>();
  for (const [key, value] of Object.entries(content)) {
    const text = settingText(value);
    if (!known.has(key)) {
      faults.push(`${key}: no such setting (in ${path})`);
    } else if (text === undefined) {
      faults.push(`${key}: must be a text, a number, a boolean or a list of them (in ${path})`);
    } else if (text !== '') {
      settings.set(key, text);
    }
  }
  if (faults.length > 0) {
    throw new ConfigError(faults);
  }
  return Object.fromEntries(settings);
}

function parseFile(path: string): object {
  let content: unknown;
  try {
    content = parse(readFileSync(path, 'utf8'), { prettyErrors: false });
  } catch (error) {
    throw new ConfigError([`SWITCHYARD_CONFIG: ${path} cannot be read: ${reason(error)}`]);
  }
  if (content === null) {
    return {};
  }
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new ConfigError([`SWITCHYARD_CONFIG: ${path} must be a mapping of settings`]);
  }
  return content;
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function settingText(value: unknown): string | undefined {
  if (value === null) {
    return '';
  }
  if (Array.isArray(value)) {
    if (value.length > 0 && value.every(isMapping)) {
      return JSON.stringify(value);
    }
    const parts = value.map((part) => (Array.isArray(part) ? undefined : settingText(part)));
    return parts.includes(undefined) ? undefined : parts.join(',');
  }
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
    ? String(value)
    : undefined;
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
