import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { processesOf } from './attempt-processes.js';

const LOOK_AGAIN_MS = 25;
/** How long killed processes may take to vanish. */
const PATIENCE_MS = 3_000;

/**
 * Kills every process of a user. They are signalled all at once by a process of the same user, so that none is missed which forks
 * meanwhile (kill(2), pid -1).
 * @returns whether all are gone
 */
export async function endUser({ uid, gid }: { uid: number; gid: number }): Promise<boolean> {
  const deadline = performance.now() + PATIENCE_MS;
  while (processesOf(new Set([uid])).length > 0) {
    if (performance.now() >= deadline) {
      return false;
    }
    await signalAll(uid, gid);
    await delay(LOOK_AGAIN_MS);
  }
  return true;
}

async function signalAll(uid: number, gid: number): Promise<void> {
  const child = spawn('/bin/sh', ['-c', 'kill -9 -1'], { uid, gid, cwd: '/', env: {}, stdio: 'ignore' });
  await once(child, 'exit').catch(() => processesOf(new Set([uid])).forEach(kill));
}

/** Where the user has so many processes that it gets no further one. */
function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It ended meanwhile.
  }
}
