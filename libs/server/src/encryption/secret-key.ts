import { randomBytes } from 'node:crypto';
import { link, mkdir, open, readFile, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { EncryptionError } from './encryption-error.js';
import { syncDirectory } from '../sync-directory.js';

/** Bytes of an AES-256 key. */
export const SECRET_KEY_BYTES = 32;
/** The file in the data directory that holds the key when no setting gives one. */
export const SECRET_KEY_FILE = 'secret.key';
/** The file beside it with earlier keys, one a line, that a restore from a backup brought along. */
const OLD_KEYS_FILE = 'secret.key.old';

const base64Pattern = /^[A-Za-z0-9+/]+={0,2}$/;

export interface SecretKeyOptions {
  /** Where the key file is, or will be made. */
  dataDir: string;
  /** The configured key in base64; wins over the file. */
  secretKey?: string | undefined;
}

/**
 * Decodes a key.
 * @throws EncryptionError when it is not 32 bytes in base64
 */
export function parseSecretKey(text: string): Buffer {
  const key = base64Pattern.test(text.trim()) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  if (key.length !== SECRET_KEY_BYTES) {
    throw new EncryptionError(`A secret key must be ${SECRET_KEY_BYTES} bytes in base64`);
  }
  return key;
}

/**
 * The key of encryption at rest: the configured one, else the one in the data directory, which is made once (0600).
 * Processes that start at the same time agree on one key.
 * @throws EncryptionError when a key has the wrong form; nothing is replaced then
 */
export async function loadSecretKey({ dataDir, secretKey }: SecretKeyOptions): Promise<Buffer> {
  if (secretKey !== undefined) {
    return parseSecretKey(secretKey);
  }
  const path = join(dataDir, SECRET_KEY_FILE);
  return parseKeyFile(path, (await readExisting(path)) ?? (await createKeyFile(dataDir, path, newKey())));
}

/** As {@link loadSecretKey}, but makes none. */
export async function findSecretKey({ dataDir, secretKey }: SecretKeyOptions): Promise<Buffer | undefined> {
  if (secretKey !== undefined) {
    return parseSecretKey(secretKey);
  }
  const path = join(dataDir, SECRET_KEY_FILE);
  const text = await readExisting(path);
  return text === undefined ? undefined : parseKeyFile(path, text);
}

/** Earlier keys that a restore brought along. @throws EncryptionError when one has the wrong form */
export async function readOldSecretKeys(dataDir: string): Promise<Buffer[]> {
  const path = join(dataDir, OLD_KEYS_FILE);
  const lines = ((await readExisting(path)) ?? '').split('\n').filter((line) => line !== '');
  return lines.map((line) => parseKeyFile(path, line));
}

/**
 * Writes the keys of a backup into a data directory that has none.
 * @param key null when a setting gives it
 * @param oldKeys those that no setting gives
 * @returns takes away what was written
 */
export async function storeSecretKeys(
  dataDir: string,
  { key, oldKeys }: { key: Buffer | null; oldKeys: readonly Buffer[] },
): Promise<() => Promise<void>> {
  const written: string[] = [];
  const store = async (name: string, keys: readonly Buffer[]): Promise<void> => {
    const path = join(dataDir, name);
    const content = keys.map((each) => `${each.toString('base64')}\n`).join('');
    if (content !== '' && (await readExisting(path)) !== content) {
      await requireKeyFile(dataDir, path, content);
      written.push(path);
    }
  };
  const undo = async (): Promise<void> => {
    await Promise.all(written.map((path) => unlink(path)));
  };
  try {
    await store(OLD_KEYS_FILE, oldKeys);
    await store(SECRET_KEY_FILE, key ? [key] : []);
    return undo;
  } catch (error) {
    await undo();
    throw error;
  }
}

async function requireKeyFile(dataDir: string, path: string, content: string): Promise<void> {
  if ((await createKeyFile(dataDir, path, content)) !== content) {
    throw new EncryptionError(`${path} holds other keys than the backup`);
  }
}

function parseKeyFile(path: string, text: string): Buffer {
  try {
    return parseSecretKey(text);
  } catch {
    throw new EncryptionError(`${path} does not hold ${SECRET_KEY_BYTES} bytes in base64`);
  }
}

const newKey = (): string => `${randomBytes(SECRET_KEY_BYTES).toString('base64')}\n`;

async function readExisting(path: string): Promise<string | undefined> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) {
      return undefined;
    }
    throw error;
  }
}

/** The link appears whole or not at all, and only for the first of several processes. */
async function createKeyFile(dataDir: string, path: string, content: string): Promise<string> {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const draft = `${path}.${process.pid}.${randomBytes(4).toString('hex')}`;
  try {
    await writeDurably(draft, content);
    await link(draft, path).catch((error: unknown) => {
      if (!hasCode(error, 'EEXIST')) {
        throw error;
      }
    });
  } finally {
    await unlink(draft).catch(() => undefined);
  }
  // A power cut could lose the key otherwise, after the first secrets were sealed with it.
  await syncDirectory(dataDir);
  return readFile(path, 'utf8');
}

async function writeDurably(path: string, text: string): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
}

function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code;
}
