import { setTimeout as delay } from 'node:timers/promises';
import { sendSignal } from './send-signal.js';

const LOOK_AGAIN_MS = 25;
/** How long killed processes may take to vanish. */
const KILL_PATIENCE_MS = 3_000;

/**
 * Ends all processes that `find` names, also those that appear meanwhile: SIGTERM, then SIGKILL for what lives after
 * `graceMs`. With a grace of 0 it is SIGKILL at once.
 * @returns whether all are gone.
 */
export async function endProcesses(find: () => number[], graceMs: number): Promise<boolean> {
  if (graceMs > 0 && (await signalUntilGone(find, 'SIGTERM', graceMs))) {
    return true;
  }
  return signalUntilGone(find, 'SIGKILL', KILL_PATIENCE_MS);
}

async function signalUntilGone(find: () => number[], signal: NodeJS.Signals, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  const signalled = new Set<number>();
  for (;;) {
    const living = find();
    if (living.length === 0) {
      return true;
    }
    living.filter((pid) => !signalled.has(pid)).forEach((pid) => sendSignal(pid, signal));
    living.forEach((pid) => signalled.add(pid));
    if (performance.now() >= deadline) {
      return false;
    }
    await delay(LOOK_AGAIN_MS);
  }
}
