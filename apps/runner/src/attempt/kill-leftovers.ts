import { setTimeout as delay } from 'node:timers/promises';
import { lstat, realpath } from 'node:fs/promises';
import { removeSocketDirectory } from '../process/socket-directory.js';
import { attemptProcesses } from '../process/attempt-processes.js';
import { killProcesses } from '../process/end-processes.js';
import { type Asked, pidFile, readPidFile, writePidFile } from '../process/pid-file.js';
import { findProcess } from '../process/process-table.js';
import { sendSignal } from '../process/send-signal.js';

const LOOK_AGAIN_MS = 50;

/**
 * Ends every process an attempt has left, and removes its sockets, which may lie outside its directory. Meant for the
 * start of a runner whose predecessor was killed; safe to repeat. A tool that changes a state is asked and has its grace, so that it
 * writes down what it has made; all others are killed at once.
 * @returns whether none lives any more.
 */
export async function killLeftovers(attemptDir: string): Promise<boolean> {
  const dir = await realpath(attemptDir).catch(() => attemptDir);
  const leader = readPidFile(dir);
  const groups = leader === null ? [] : [leader.pid];
  const user = await foreignOwner(dir);
  if (user.user === undefined) {
    await askLeft(dir);
  }
  const ended = await killProcesses(() => attemptProcesses({ attemptDir: dir, groups, older: true, ...user }));
  await removeSocketDirectory(dir);
  return ended;
}

/** Asks the tool that is remembered in a directory of this user's to end, where it changes a state, and waits for it. */
export async function askLeft(dir: string): Promise<void> {
  const { pid, asked } = readPidFile(dir) ?? {};
  if (pid !== undefined && asked) {
    await askLeader(dir, pid, asked);
  }
}

async function askLeader(dir: string, pid: number, { signal, graceMs }: Asked): Promise<void> {
  const deadline = performance.now() + graceMs;
  if (signal !== null) {
    writePidFile(dir, pid, { signal: null, graceMs });
    sendSignal(pid, signal);
  }
  while (findProcess(pid) !== null && performance.now() < deadline) {
    await delay(LOOK_AGAIN_MS);
  }
}

/** Owner of files that another user has written: they may name only processes of that user. */
async function foreignOwner(dir: string): Promise<{ user?: { uid: number; exclusive: false } }> {
  const written = await lstat(pidFile(dir)).catch(() => lstat(dir).catch(() => null));
  const isOwn = written === null || process.getuid === undefined || written.uid === process.getuid();
  return isOwn ? {} : { user: { uid: written.uid, exclusive: false } };
}
