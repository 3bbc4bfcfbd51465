import type { ConnectionState } from './connection-state.js';
import { backoffMs, isRetryable } from './retryable.js';

export interface RetryOptions {
  connection: ConnectionState;
  signal: AbortSignal;
  /** Called with every failure that will be retried. */
  onFailure?: (error: unknown, tries: number) => void;
}

/**
 * Repeats a call until it succeeds, however long the control plane is away.
 * @throws the error of a try that a retry cannot cure, or the last one once `signal` is aborted
 */
export async function retrying<T>(call: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let tries = 1; ; tries++) {
    try {
      return await call();
    } catch (error) {
      if (!isRetryable(error) || options.signal.aborted) {
        throw error;
      }
      options.onFailure?.(error, tries);
      await options.connection.pause(backoffMs(tries), options.signal);
      if (options.signal.aborted) {
        throw error;
      }
    }
  }
}
