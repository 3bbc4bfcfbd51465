import { endProcesses } from './end-processes.js';

/** Time between SIGTERM and SIGKILL when an attempt is stopped. */
export const STOP_GRACE_MS = 5_000;

/** Watches the order to stop while processes run. */
export interface StopLadder {
  /** Resolves when the processes are gone, at once when no stop was ordered. */
  settled(): Promise<void>;
  /** Stops watching. */
  release(): void;
}

/**
 * Ends what `find` names as soon as `stop` is aborted: with the reason `'kill'` by SIGKILL, otherwise by SIGTERM and,
 * after `graceMs`, SIGKILL.
 */
export function stopLadder(stop: AbortSignal, find: () => number[], graceMs = STOP_GRACE_MS): StopLadder {
  let ending: Promise<unknown> = Promise.resolve();
  const climb = () => {
    ending = endProcesses(find, stop.reason === 'kill' ? 0 : graceMs);
  };
  if (stop.aborted) {
    climb();
  } else {
    stop.addEventListener('abort', climb, { once: true });
  }
  return {
    settled: async () => void (await ending),
    release: () => stop.removeEventListener('abort', climb),
  };
}
