import { lstat, realpath } from 'node:fs/promises';
import { removeSocketDirectory } from '../process/socket-directory.js';
import { attemptProcesses } from '../process/attempt-processes.js';
import { killProcesses } from '../process/end-processes.js';
import { pidFile, readPidFile } from '../process/pid-file.js';

/**
 * Kills every process an attempt has left, at once, and removes its sockets, which may lie outside its directory. Meant for the
 * start of a runner whose predecessor was killed; safe to repeat.
 * @returns whether none lives any more.
 */
export async function killLeftovers(attemptDir: string): Promise<boolean> {
  const dir = await realpath(attemptDir).catch(() => attemptDir);
  const group = readPidFile(dir);
  const groups = group === null ? [] : [group];
  const user = await foreignOwner(dir);
  const ended = await killProcesses(() => attemptProcesses({ attemptDir: dir, groups, older: true, ...user }));
  await removeSocketDirectory(dir);
  return ended;
}

/** What another user has written may name only processes of that user. */
async function foreignOwner(dir: string): Promise<{ user?: { uid: number; exclusive: false } }> {
  const written = await lstat(pidFile(dir)).catch(() => lstat(dir).catch(() => null));
  const isOwn = written === null || process.getuid === undefined || written.uid === process.getuid();
  return isOwn ? {} : { user: { uid: written.uid, exclusive: false } };
}
