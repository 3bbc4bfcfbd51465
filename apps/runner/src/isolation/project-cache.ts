import { chown, lstat, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { removeTree } from '../task/remove-tree.js';
import type { AttemptUser } from './attempt-user.js';

const PRIVATE = { recursive: true, mode: 0o700 } as const;

/** Where in a cache the things of one project lie. */
export interface ProjectPlace {
  /** Directory of the cache. */
  dir: string;
  project: number;
}

/**
 * The directory of one user for one project, made when needed: `projects/<project>/<name>`. What is above it is open to
 * root alone, so that no user reaches it but by a mount.
 */
export async function projectDirectory(
  place: ProjectPlace,
  name: string,
  user: AttemptUser,
  mode: number,
): Promise<string> {
  const above = path.join(place.dir, 'projects', String(place.project));
  const dir = path.join(above, name);
  await mkdir(above, PRIVATE);
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
export async function projectCache(place: ProjectPlace, user: AttemptUser): Promise<{ own: string }> {
  return { own: await projectDirectory(place, String(user.uid), user, 0o700) };
}
