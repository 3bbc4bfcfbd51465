import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from '@switchyard/server';

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/**
 * Tries to open a store until it succeeds.
 * @param what names it in the log
 * @throws the last error when `signal` is aborted
 */
export async function untilAvailable<T>(
  what: string,
  open: () => Promise<T>,
  logger: Logger,
  signal: AbortSignal,
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
    try {
      return await open();
    } catch (error) {
      if (signal.aborted) {
        throw error;
      }
      logger.warn({ err: error }, `Waiting for the ${what}`);
      await pause(pauseMs, undefined, { signal }).catch(() => undefined);
    }
  }
}
