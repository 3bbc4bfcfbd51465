import { chown, lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from '../files/remove-tree.js';
import type { AttemptUser } from './attempt-user.js';
import type { Bind } from '../process/place.js';

/** Directories of an attempt's cache that outlive the attempt. */
const DOWNLOADS = ['galaxy', 'python', 'terraform-plugins'];
const ROOT: Pick<AttemptUser, 'uid' | 'gid'> = { uid: 0, gid: 0 };

/**
 * The directory of one user in the cache of a project, made when needed. The directories above it are open to root alone, so that
 * no user reaches it but by a mount, and nobody can put something else in its place.
 */
export async function projectDirectory(
  dir: string,
  { uid, gid }: Pick<AttemptUser, 'uid' | 'gid'>,
  mode = 0o700,
): Promise<string> {
  const found = await lstat(dir).catch(() => null);
  if (!found?.isDirectory() || found.uid !== uid) {
    await removeTree(dir);
    await mkdir(dir, { recursive: true, mode });
    await chown(dir, uid, gid);
  }
  return dir;
}

/**
 * Downloads of the project's tasks as this user, seen in the cache of an attempt. Nobody else writes there, so one task at a time
 * does.
 */
export async function downloads(cacheDir: string, user: AttemptUser, ownCacheDir: string): Promise<Bind[]> {
  const dir = await projectDirectory(path.join(cacheDir, String(user.uid)), ROOT);
  const made = DOWNLOADS.map(async (name) => ({
    source: await projectDirectory(path.join(dir, name), user),
    seen: path.join(ownCacheDir, name),
  }));
  return Promise.all(made);
}
