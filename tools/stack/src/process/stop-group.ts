import { waitUntil } from '@switchyard/concurrency';
import { isRunning } from './process-info.js';

/** Sends a signal to every process of the group that `leader` leads; a group that is gone is no fault. */
export function signalGroup(leader: number, signal: NodeJS.Signals): void {
  try {
    process.kill(-leader, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) {
      throw error;
    }
  }
}

/** How long a program that is asked a second time, to end at once, may take to end what it has started. Milliseconds. */
const hurryMs = 5_000;

/**
 * TERM to the group, and KILL to what is left of it once its leader has ended or the grace time is over. When `hurry` is
 * aborted it is asked once more, as programs then end at once.
 */
export async function stopGroup(leader: number, graceMs: number, hurry?: AbortSignal): Promise<void> {
  signalGroup(leader, 'SIGTERM');
  await waitUntil(() => !isRunning(leader) || hurry?.aborted === true, graceMs);
  if (hurry?.aborted && isRunning(leader)) {
    signalGroup(leader, 'SIGTERM');
    await waitUntil(() => !isRunning(leader), hurryMs);
  }
  signalGroup(leader, 'SIGKILL');
  await waitUntil(() => !isRunning(leader), 5_000);
}
