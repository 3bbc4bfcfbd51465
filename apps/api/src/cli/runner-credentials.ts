import { createPrivateKey, createPublicKey } from 'node:crypto';
import { chmod, mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { rawPublicKey, type RunnerSecrets } from '../runners/runner-secrets.js';

const TOKEN_FILE = 'token';
const KEY_FILE = 'key.pem';
const PRIVATE_FILE = 0o600;
const PRIVATE_DIRECTORY = 0o700;

/** The credentials in the directory, or `null` when they are not whole. */
export async function readRunnerCredentials(directory: string): Promise<RunnerSecrets | null> {
  try {
    const token = (await readFile(join(directory, TOKEN_FILE), 'utf8')).trim();
    const privateKey = await readFile(join(directory, KEY_FILE), 'utf8');
    const publicKey = rawPublicKey(createPublicKey(createPrivateKey(privateKey)));
    return token === '' ? null : { token, privateKey, publicKey };
  } catch {
    return null;
  }
}

/** Writes both files, readable by their owner alone. */
export async function writeRunnerCredentials(directory: string, credentials: RunnerSecrets): Promise<void> {
  await mkdir(directory, { recursive: true, mode: PRIVATE_DIRECTORY });
  await writePrivately(join(directory, TOKEN_FILE), `${credentials.token}\n`);
  await writePrivately(join(directory, KEY_FILE), credentials.privateKey);
}

/** Replaces the file whole, so that a reader never sees half of it. */
async function writePrivately(path: string, content: string): Promise<void> {
  const draft = `${path}.new`;
  await writeFile(draft, content, { mode: PRIVATE_FILE });
  await chmod(draft, PRIVATE_FILE);
  await rename(draft, path);
}
