import { chown, readdir } from 'node:fs/promises';
import path from 'node:path';
import type { AttemptUser } from './attempt-user.js';

/** Gives a directory that this process has just filled to the user. */
export async function handOver(dir: string, { uid, gid }: AttemptUser): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true })) {
    await chown(path.join(dir, entry), uid, gid);
  }
  await chown(dir, uid, gid);
}
