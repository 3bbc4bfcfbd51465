import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { StartError } from '../start-error.js';

/**
 * The settings of a YAML or JSON file, one map from environment name to a plain value.
 * @throws StartError when the file cannot be read or holds something else
 */
export function readConfigFile(file: string | undefined): Record<string, string> {
  if (!file) {
    return {};
  }
  const content = parseFile(file);
  if (typeof content !== 'object' || content === null || Array.isArray(content)) {
    throw new StartError(`The configuration file ${file} must hold one map of names and values.`);
  }
  const plain = Object.entries(content).filter(([, value]) => ['string', 'number', 'boolean'].includes(typeof value));
  return Object.fromEntries(plain.map(([name, value]) => [name, String(value)]));
}

function parseFile(file: string): unknown {
  try {
    return parse(readFileSync(file, 'utf8'));
  } catch (error) {
    const reason = error instanceof Error ? error.message.split('\n')[0] : String(error);
    throw new StartError(`The configuration file ${file} cannot be used: ${reason}`);
  }
}
