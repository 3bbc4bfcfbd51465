import { retry } from '@switchyard/concurrency';

/** How long a test waits for what must happen, in milliseconds. Generous: only a test that fails ever spends it. */
export const PATIENCE_MS = 120_000;

export interface EventuallyOptions {
  /** How long to go on trying, in milliseconds. */
  timeout?: number;
  /** Pause between two tries, in milliseconds. */
  interval?: number;
}

/**
 * Tries until `probe` neither throws nor answers `false`, and answers what it answered. So `probe` may hold plain
 * `expect` calls. Rejects with the last error when the time is over.
 */
export const eventually = <T>(
  probe: () => T | Promise<T>,
  { timeout = PATIENCE_MS, interval = 20 }: EventuallyOptions = {},
): Promise<T> => {
  const deadline = performance.now() + timeout;
  const tried = async (): Promise<T> => {
    const result = await probe();
    if (result === false) {
      throw new Error(`The condition did not become true within ${timeout} ms`);
    }
    return result;
  };
  return retry(tried, { min: interval, max: interval, isRetryable: () => performance.now() <= deadline });
};
