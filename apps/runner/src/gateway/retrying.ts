import { retry } from '@switchyard/concurrency';
import type { ConnectionStatus } from './connection-status.js';
import { BACKOFF_MS, isRetryable } from './retryable.js';

export interface RetryingOptions {
  connection: ConnectionStatus;
  signal: AbortSignal;
  /** Called with every failure that will be retried. */
  onFailure?: (error: unknown, tries: number) => void;
}

/**
 * Repeats a call until it succeeds, however long the control plane is away.
 * @throws the error of a try that a retry cannot cure, or the last one once `signal` is aborted
 */
export const retrying = <T>(call: () => Promise<T>, { connection, signal, onFailure }: RetryingOptions): Promise<T> => {
  const pause = async (ms: number): Promise<void> => void (await connection.pause(ms, signal));
  return retry(call, { ...BACKOFF_MS, signal, onFailure, isRetryable, pause });
};
