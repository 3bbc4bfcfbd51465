import { setTimeout as delay } from 'node:timers/promises';
import { type Backoff, backoff } from './backoff.js';

/** Pauses are in milliseconds. */
export interface RetryOptions extends Backoff {
  /** Most tries in all; without it there is no last one. */
  tries?: number;
  /** Ends the pauses: the error of the last try is thrown then. */
  signal?: AbortSignal;
  /** Whether another try may help; by default after every error. */
  isRetryable?: (error: unknown) => boolean;
  /** Called with every failure that another try follows, and how many there were. */
  onFailure?: (error: unknown, failures: number) => void;
  /** Waits in place of a timer; never rejects. */
  pause?: (ms: number, signal?: AbortSignal) => Promise<unknown>;
}

/**
 * Repeats work until it succeeds, with growing pauses.
 * @throws the error of a try that was the last one, that another try cannot cure, or after which `signal` is aborted
 */
export async function retry<T>(work: () => Promise<T>, options: RetryOptions): Promise<T> {
  const { tries = Infinity, signal, isRetryable = () => true, onFailure, pause = rest } = options;
  for (let failures = 1; ; failures++) {
    try {
      return await work();
    } catch (error) {
      if (failures >= tries || signal?.aborted || !isRetryable(error)) {
        throw error;
      }
      onFailure?.(error, failures);
      await pause(backoff(failures, options), signal);
      if (signal?.aborted) {
        throw error;
      }
    }
  }
}

const rest = (ms: number, signal?: AbortSignal): Promise<unknown> =>
  delay(ms, undefined, { signal }).catch(() => undefined);
