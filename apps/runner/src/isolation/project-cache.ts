import { chown, lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from '../attempt/remove-tree.js';
import type { AttemptUser } from './attempt-user.js';

const PRIVATE = { recursive: true, mode: 0o700 } as const;

/**
 * The directory of one user in the cache of a project, made when needed. What is above it is open to root alone, so that
 * no user reaches it but by a mount.
 */
export async function projectDirectory(
  cacheDir: string,
  name: string,
  user: AttemptUser,
  mode: number,
): Promise<string> {
  const dir = path.join(cacheDir, name);
  await mkdir(cacheDir, PRIVATE);
  const found = await lstat(dir).catch(() => null);
  if (found?.isDirectory() && found.uid === user.uid) {
    return dir;
  }
  await removeTree(dir);
  await mkdir(dir, { mode });
  await chown(dir, user.uid, user.gid);
  return dir;
}

/** What tasks of the project download as this user. Nobody else writes there, so one task at a time does. */
export function projectCache(cacheDir: string, user: AttemptUser): Promise<string> {
  return projectDirectory(cacheDir, String(user.uid), user, 0o700);
}
