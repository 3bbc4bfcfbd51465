import { lstat, mkdir, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { SocketDirectory } from './place.js';
import { removeTree } from '../files/remove-tree.js';

/** Longest path of a socket directory: ssh adds 28 characters for a control socket and 107 are allowed (unix(7)). */
const LONGEST_SOCKET_DIR = 70;
/** Begin of the name of a socket directory outside the attempt's own. */
const SOCKET_DIR_PREFIX = 'switchyard-';

/** Makes a directory for sockets in that of an attempt, or elsewhere when its path would be too long. */
export async function makeSocketDirectory(attemptDir: string): Promise<SocketDirectory> {
  const path = await makeDirectory(attemptDir);
  return {
    path,
    bindPath: (name) => join(path, name),
    handOver: () => undefined,
    close: () => removeSocketDirectory(attemptDir),
  };
}

async function makeDirectory(attemptDir: string): Promise<string> {
  const path = join(attemptDir, 'sockets');
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_DIR) {
    await mkdir(path, { mode: 0o700 });
    return path;
  }
  const elsewhere = await mkdtemp(join(tmpdir(), SOCKET_DIR_PREFIX));
  await symlink(elsewhere, path);
  return elsewhere;
}

/** Removes the socket directory of an attempt, which may lie outside the attempt's own directory. */
export async function removeSocketDirectory(attemptDir: string): Promise<void> {
  const link = join(attemptDir, 'sockets');
  const target = await realpath(link).catch(() => link);
  if (await isSocketDirOf(attemptDir, target)) {
    await removeTree(target);
  }
  await rm(link, { recursive: true, force: true });
}

/** A task can bend the link: nothing is removed but what {@link makeSocketDirectory} may have made for this user. */
async function isSocketDirOf(attemptDir: string, target: string): Promise<boolean> {
  const [own, found, temporary] = await Promise.all([
    lstat(attemptDir).catch(() => null),
    lstat(target).catch(() => null),
    realpath(tmpdir()),
  ]);
  const isMade = dirname(target) === temporary && target.startsWith(join(temporary, SOCKET_DIR_PREFIX));
  return isMade && found !== null && found.isDirectory() && found.uid === own?.uid;
}
