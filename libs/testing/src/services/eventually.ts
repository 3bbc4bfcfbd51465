import { retry } from '@switchyard/concurrency';

export interface EventuallyOptions {
  /** How long to go on trying, in milliseconds. Generous: it is only ever spent by a test that fails. */
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
  { timeout = 30_000, interval = 20 }: EventuallyOptions = {},
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
