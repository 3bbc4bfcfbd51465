import { setTimeout as pause } from 'node:timers/promises';

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
export async function eventually<T>(
  probe: () => T | Promise<T>,
  { timeout = 30_000, interval = 20 }: EventuallyOptions = {},
): Promise<T> {
  const deadline = performance.now() + timeout;
  for (;;) {
    try {
      const result = await probe();
      if (result !== false) {
        return result;
      }
      throw new Error(`The condition did not become true within ${timeout} ms`);
    } catch (error) {
      if (performance.now() > deadline) {
        throw error;
      }
    }
    await pause(interval);
  }
}
