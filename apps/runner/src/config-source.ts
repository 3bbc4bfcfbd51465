import { readFileSync } from 'node:fs';
import { z } from 'zod';

/** Raw settings by name without prefix, and what was wrong with where they came from. */
export interface ConfigSource {
  values: Record<string, unknown>;
  faults: string[];
}

const Document = z.record(z.string(), z.unknown());

/**
 * Collects settings: a variable wins over the same key in the file that `<prefix>CONFIG` names (YAML, of which JSON is
 * a part). An empty variable counts as absent. A key of the file that is not known is a fault.
 * @param names known settings, without prefix
 */
export async function readSource(
  env: NodeJS.ProcessEnv,
  prefix: string,
  names: readonly string[],
): Promise<ConfigSource> {
  const source: ConfigSource = { values: {}, faults: [] };
  const file = env[`${prefix}CONFIG`];
  const fromFile = file ? await readDocument(file, `${prefix}CONFIG`, source.faults) : {};
  for (const [key, value] of Object.entries(fromFile)) {
    const name = key.startsWith(prefix) ? key.slice(prefix.length) : '';
    if (names.includes(name)) {
      source.values[name] = value;
    } else {
      source.faults.push(`${file}: unknown key ${key}`);
    }
  }
  for (const name of names) {
    const value = env[prefix + name];
    if (value) {
      source.values[name] = value;
    }
  }
  return source;
}

async function readDocument(file: string, variable: string, faults: string[]): Promise<Record<string, unknown>> {
  try {
    const { parse } = await import('yaml');
    const document = Document.safeParse(parse(readFileSync(file, 'utf8')) ?? {});
    if (document.success) {
      return document.data;
    }
    faults.push(`${variable}: ${file} does not hold keys with values`);
  } catch (error) {
    const text = error instanceof Error ? error.message.split('\n')[0] : String(error);
    faults.push(`${variable}: ${file} cannot be read: ${text}`);
  }
  return {};
}
