import {
  findSecretKey,
  parseSecretKey,
  readOldSecretKeys,
  SecretBox,
  SECRET_KEY_FILE,
  storeSecretKeys,
} from '@switchyard/server';
import { join } from 'node:path';
import { UsageError } from '../terminal.js';
import type { CliConfig } from '../cli-config.js';
import type { Keys } from './archive/entries.js';

interface ServerKeys {
  /** Seals. Undefined: this server has none yet. */
  key: Buffer | undefined;
  oldKeys: Buffer[];
}

type KeySettings = Pick<CliConfig, 'SWITCHYARD_DATA_DIR' | 'SWITCHYARD_SECRET_KEY' | 'SWITCHYARD_OLD_SECRET_KEYS'>;

async function readKeys(config: KeySettings): Promise<ServerKeys> {
  const { SWITCHYARD_DATA_DIR: dataDir, SWITCHYARD_SECRET_KEY: secretKey } = config;
  const oldKeys = [...config.SWITCHYARD_OLD_SECRET_KEYS.map(parseSecretKey), ...(await readOldSecretKeys(dataDir))];
  return { key: await findSecretKey({ dataDir, secretKey }), oldKeys };
}

/**
 * The keys that a backup takes along.
 * @param probe what the api has sealed in the database; null when none ever ran
 * @throws UsageError when they are not here, EncryptionError when they are not those of the database
 */
export async function keysToKeep(
  config: KeySettings,
  probe: { sealed: string | null; context: string },
): Promise<Keys> {
  const { key, oldKeys } = await readKeys(config);
  if (!key) {
    throw new UsageError(
      'The secret key of this server is not here: set SWITCHYARD_SECRET_KEY, or SWITCHYARD_DATA_DIR where the api keeps it',
    );
  }
  if (probe.sealed !== null) {
    new SecretBox(key, oldKeys).open(probe.sealed, probe.context);
  }
  return { entry: 'keys', secretKey: textOf(key), oldSecretKeys: [...new Set(oldKeys.map(textOf))] };
}

/** Step of a restore that installs the keys of a backup. */
export interface MissingKeys {
  /** Null: it is here. */
  key: Buffer | null;
  oldKeys: Buffer[];
}

/**
 * Which keys of a backup are not here.
 * @throws UsageError when its key cannot be put beside the one that is here
 */
export async function missingKeys(config: KeySettings, { secretKey, oldSecretKeys }: Keys): Promise<MissingKeys> {
  const { key, oldKeys } = await readKeys(config);
  const present = [...(key ? [key] : []), ...oldKeys].map(textOf);
  if (key && !present.includes(secretKey)) {
    throw new UsageError(
      config.SWITCHYARD_SECRET_KEY === undefined
        ? `${join(config.SWITCHYARD_DATA_DIR, SECRET_KEY_FILE)} is not the key of the backup: restore into an empty data directory`
        : 'SWITCHYARD_SECRET_KEY is not the key of the backup: set that one, or none, and it is written into the data directory',
    );
  }
  const missing = oldSecretKeys.filter((each) => each !== secretKey && !present.includes(each));
  return { key: key ? null : parseSecretKey(secretKey), oldKeys: missing.map(parseSecretKey) };
}

/** Puts them into the data directory. @returns takes them away again */
export const putKeys = (config: KeySettings, missing: MissingKeys): Promise<() => Promise<void>> =>
  storeSecretKeys(config.SWITCHYARD_DATA_DIR, missing);

const textOf = (key: Buffer): string => key.toString('base64');
