import { appendFile, readFile } from 'node:fs/promises';
import path from 'node:path';
import { type AttemptFiles, readText } from '../files/attempt-files.js';

const FILE = 'known_hosts';
/** Most bytes that are taken over from an attempt. */
const MAX_BYTES = 256 * 1024;
/** Host, kind and key; no marker, no comment (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). */
const HOST_LINE = /^([\w.:,[\]-]{1,512}) ((?:ssh|ecdsa|sk)-[\w@.-]{1,64}) ([A-Za-z0-9+/=]{16,4096})$/;

/** Gives an attempt the host keys that this runner has learnt. */
export async function lendKnownHosts(cacheDir: string, files: AttemptFiles, ownCacheDir: string): Promise<void> {
  const known = await readFile(path.join(cacheDir, FILE)).catch(() => null);
  await (known && files.write(path.join(ownCacheDir, FILE), known));
}

/**
 * Keeps the host keys that an attempt has learnt, so that the next one notices a server that changes its own. A host
 * that is known keeps the keys it has.
 */
export async function keepKnownHosts(cacheDir: string, files: AttemptFiles, ownCacheDir: string): Promise<void> {
  const found = await readText(files, path.join(ownCacheDir, FILE), MAX_BYTES).catch(() => '');
  if (found === '') {
    return;
  }
  const file = path.join(cacheDir, FILE);
  const known = await readFile(file, 'utf8').catch(() => '');
  const hosts = new Set(known.split('\n').map((line) => line.split(' ', 1)[0]));
  const fresh = found.split('\n').filter((line) => HOST_LINE.test(line) && !hosts.has(line.split(' ', 1)[0]));
  if (fresh.length > 0) {
    await appendFile(file, `${fresh.join('\n')}\n`, { mode: 0o600 });
  }
}
