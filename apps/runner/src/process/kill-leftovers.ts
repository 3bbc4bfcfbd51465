import { realpath } from 'node:fs/promises';
import { removeSocketDir } from '../attempt/workspace.js';
import { attemptProcesses } from './attempt-processes.js';
import { endProcesses } from './end-processes.js';
import { readPidFile } from './pid-file.js';

/**
 * Kills every process an attempt has left, at once, and removes its sockets, which may lie outside its directory. Meant for the
 * start of a runner whose predecessor was killed; safe to repeat.
 * @returns whether none lives any more.
 */
export async function killLeftovers(attemptDir: string): Promise<boolean> {
  const dir = await realpath(attemptDir).catch(() => attemptDir);
  const group = readPidFile(dir);
  const groups = group === null ? [] : [group];
  const ended = await endProcesses(() => attemptProcesses({ attemptDir: dir, groups, older: true }), 0);
  await removeSocketDir(dir);
  return ended;
}
