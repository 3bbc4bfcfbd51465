import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { unknownName } from './names.js';

/** Settings by their environment name, all as text. */
export type Texts = Record<string, string>;

/**
 * Reads a settings file: a flat YAML or JSON mapping of `SWITCHYARD_…` keys to texts, numbers, booleans or lists
 * (joined with commas; a list of mappings becomes JSON). A key without a value counts as absent.
 * @param setting the setting that names the file, for faults
 * @param isKnown true for a key that some program reads; another one is a fault, it would be a misspelling
 * @param faults gets one sentence each
 */
export function readConfigFile(
  setting: string,
  path: string,
  isKnown: (key: string) => boolean,
  faults: string[],
): Texts {
  const settings = new Map<string, string>();
  for (const [key, value] of Object.entries(parseFile(setting, path, faults))) {
    const text = settingText(value);
    if (!isKnown(key)) {
      faults.push(`${unknownName(key)} (in ${path})`);
    } else if (text === undefined) {
      faults.push(`${key}: must be a text, a number, a boolean or a list of them (in ${path})`);
    } else if (text !== '') {
      settings.set(key, text);
    }
  }
  return Object.fromEntries(settings);
}

function parseFile(setting: string, path: string, faults: string[]): object {
  try {
    const content: unknown = parse(readFileSync(path, 'utf8'), { prettyErrors: false }) ?? {};
    if (typeof content === 'object' && content !== null && !Array.isArray(content)) {
      return content;
    }
    faults.push(`${setting}: ${path} must be a mapping of settings`);
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    faults.push(`${setting}: ${path} cannot be read: ${reason}`);
  }
  return {};
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
    ? String(value).trim()
    : undefined;
}

function isMapping(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
