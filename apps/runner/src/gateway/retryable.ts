import { type Backoff, backoff } from '@switchyard/concurrency';
import { ErrorCode } from '@switchyard/contracts';
import { ConnectionError, GatewayError, MalformedAnswerError } from './gateway-errors.js';

/** Pauses between two tries, in milliseconds. */
export const BACKOFF_MS = { min: 250, max: 10_000, jitter: 'full' } as const satisfies Backoff;

const RETRYABLE_STATUSES = new Set([408, 425, 429]);
const RETRYABLE_CODES = new Set<string>([
  ErrorCode.clockSkew,
  ErrorCode.replayed,
  ErrorCode.unknownRunner,
  ErrorCode.badSignature,
  ErrorCode.duplicateRunner,
]);

/**
 * True when the same call may succeed later. Every call of the protocol may be repeated, so the question is only
 * whether it helps: yes after a lost connection, an overloaded or failing server, and any answer that the control
 * plane did not write itself (a proxy without a backend). Refused identities are retried too; the client counts them.
 */
export function isRetryable(error: unknown): boolean {
  if (error instanceof ConnectionError || error instanceof MalformedAnswerError) {
    return true;
  }
  if (!(error instanceof GatewayError)) {
    return false;
  }
  return (
    error.status >= 500 ||
    error.code === null ||
    RETRYABLE_STATUSES.has(error.status) ||
    ((error.status === 401 || error.status === 409) && RETRYABLE_CODES.has(error.code))
  );
}

/** Pause before the next call, in milliseconds. @param failures so far, from 1 */
export const backoffMs = (failures: number): number => backoff(failures, BACKOFF_MS);
