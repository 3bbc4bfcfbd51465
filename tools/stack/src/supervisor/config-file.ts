import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { StartError } from '../start-error.js';

/**
 * The settings of a YAML or JSON file: one map from environment name to a text, a number, a boolean or a list of them,
 * which is joined with commas. Names it does not know are left to the process that reads them.
 * @throws StartError when the file cannot be read or has another form
 */
export function readConfigFile(file: string | undefined): Record<string, string> {
  if (!file) {
    return {};
  }
  const content = parseFile(file) ?? {};
  if (typeof content !== 'object' || Array.isArray(content)) {
    throw new StartError(`The configuration file ${file} must hold one map of names and values.`);
  }
  const texts = Object.entries(content).map(([name, value]) => [name, settingText(value)] as const);
  return Object.fromEntries(texts.filter(([, text]) => text !== ''));
}

function settingText(value: unknown): string {
  if (Array.isArray(value)) {
    return value.map(settingText).join(',');
  }
  return ['string', 'number', 'boolean'].includes(typeof value) ? String(value) : '';
}

function parseFile(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new StartError(`The configuration file ${file} cannot be used: ${reason}`);
  }
}
