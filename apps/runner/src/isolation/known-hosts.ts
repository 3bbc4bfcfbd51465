import { constants } from 'node:fs';
import { appendFile, copyFile, open, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';

const FILE = 'known_hosts';
/** Most bytes that are taken over from an attempt. */
const MAX_BYTES = 256 * 1024;
/** Host, kind and key; no marker, no comment (sshd(8), SSH_KNOWN_HOSTS FILE FORMAT). */
const HOST_LINE = /^([\w.:,[\]-]{1,512}) ((?:ssh|ecdsa|sk)-[\w@.-]{1,64}) ([A-Za-z0-9+/=]{16,4096})$/;

/** Gives an attempt the host keys that this runner has learnt. */
export async function lendKnownHosts(cacheDir: string, ownCacheDir: string): Promise<void> {
  await copyFile(path.join(cacheDir, FILE), path.join(ownCacheDir, FILE)).catch(() => undefined);
}

/**
 * Keeps the host keys that an attempt has learnt, so that the next one notices a server that changes its own. A host
 * that is known keeps the keys it has.
 */
export async function keepKnownHosts(cacheDir: string, ownCacheDir: string): Promise<void> {
  const file = path.join(cacheDir, FILE);
  const known = await readFile(file, 'utf8').catch(() => '');
  const hosts = new Set(known.split('\n').map((line) => line.split(' ', 1)[0]));
  const found = (await readOwnFile(ownCacheDir)).split('\n');
  const fresh = found.filter((line) => HOST_LINE.test(line) && !hosts.has(line.split(' ', 1)[0]));
  if (fresh.length > 0) {
    await appendFile(file, `${fresh.join('\n')}\n`, { mode: 0o600 });
  }
}

/** Empty when it is anything but a plain file of modest size where it should be. */
async function readOwnFile(ownCacheDir: string): Promise<string> {
  const handle = await open(
    path.join(ownCacheDir, FILE),
    constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK,
  ).catch(() => null);
  try {
    const stat = await handle?.stat();
    const fits = stat?.isFile() && stat.size <= MAX_BYTES && (await realpath(ownCacheDir)) === ownCacheDir;
    return (fits && (await handle?.readFile('utf8'))) || '';
  } finally {
    await handle?.close();
  }
}
