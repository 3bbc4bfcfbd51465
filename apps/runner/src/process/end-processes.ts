import { setTimeout as delay } from 'node:timers/promises';
import { sendSignal } from './send-signal.js';

const LOOK_AGAIN_MS = 25;
/** How long killed processes may take to vanish. */
const KILL_PATIENCE_MS = 3_000;

/**
 * Asks all processes that `find` names to end, also those that appear meanwhile.
 * @returns whether all are gone within the time
 */
export const askProcesses = (find: () => number[], graceMs: number): Promise<boolean> =>
  signalUntilGone(find, 'SIGTERM', graceMs);

/** Kills all processes that `find` names, also those that appear meanwhile. @returns whether all are gone */
export const killProcesses = (find: () => number[]): Promise<boolean> =>
  signalUntilGone(find, 'SIGKILL', KILL_PATIENCE_MS);

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
