import { retry } from '@switchyard/concurrency';
import type { Logger } from '@switchyard/server';

const PAUSE_MS = { min: 250, max: 5_000 };

/**
 * Tries to open a store until it succeeds.
 * @param what names it in the log
 * @throws the last error when `signal` is aborted
 */
export const untilAvailable = <T>(
  what: string,
  open: () => Promise<T>,
  logger: Logger,
  signal: AbortSignal,
): Promise<T> =>
  retry(open, { ...PAUSE_MS, signal, onFailure: (error) => logger.warn({ err: error }, `Waiting for the ${what}`) });
