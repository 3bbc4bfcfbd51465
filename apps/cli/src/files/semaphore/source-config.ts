import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import { own } from '@switchyard/contracts';
import { CommandError, EXIT } from '../../exit-codes.js';
import { isObject } from '../source-values.js';

/** What of the product's configuration an import needs. */
interface SourceConfig {
  /** Path of its Bolt file. */
  bolt: string;
  /** Base64; empty = nothing is encrypted. */
  accessKey: string;
}

/** Reads `config.json` of the product. @throws CommandError */
export async function readConfig(path: string): Promise<SourceConfig> {
  let config: unknown;
  try {
    config = JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new CommandError(`${path}: ${messageOf(error)}`, EXIT.usage);
  }
  const dialect = isObject(config) ? (own(config, 'dialect') ?? 'bolt') : null;
  const bolt = isObject(config) ? own(config, 'bolt') : null;
  const host = isObject(bolt) ? own(bolt, 'host') : null;
  const accessKey = isObject(config) ? (own(config, 'access_key_encryption') ?? '') : '';
  if (dialect !== 'bolt' || typeof host !== 'string' || typeof accessKey !== 'string') {
    throw new CommandError(`${path} names no Bolt database: only such are read so far`, EXIT.usage);
  }
  return { bolt: resolve(dirname(path), host), accessKey };
}
