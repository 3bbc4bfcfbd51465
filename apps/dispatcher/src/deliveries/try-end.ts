import { backoff } from '@switchyard/concurrency';
import type { ClaimedDelivery, TryEnd } from '@switchyard/database';
import type { Outcome, RetryPolicy } from './delivery-kind.js';

/** Tries of every kind: the last ones come an hour apart, for a day and a half. */
export const DELIVERY_RETRY: RetryPolicy = { tries: 40, pauseSeconds: { min: 5, max: 3_600, jitter: 'equal' } };

/** How long an unavailable target is left alone: not longer than people want to wait after a repair. */
const TARGET_PAUSE_SECONDS = { min: 5, max: 300, jitter: 'equal' } as const;
/** Longest wish of a receiver that is honoured: as long as a delivery lives. */
const LONGEST_WISH_SECONDS = 86_400;

/** What becomes of a delivery and its target after a try. */
export function tryEndOf(
  { tries, isExpired, targetFailures }: Pick<ClaimedDelivery, 'tries' | 'isExpired' | 'targetFailures'>,
  outcome: Outcome,
  policy: RetryPolicy,
): TryEnd {
  const { status, error, target, retryAfterSeconds = 0 } = outcome;
  const wish = Math.min(retryAfterSeconds, LONGEST_WISH_SECONDS);
  const isLast = isExpired || tries >= policy.tries;
  const retry = { retrySeconds: Math.max(backoff(tries, policy.pauseSeconds), wish) };
  const unavailable = { unavailableSeconds: Math.max(backoff(targetFailures + 1, TARGET_PAUSE_SECONDS), wish) };
  return {
    result: outcome.result === 'retry' ? (isLast ? 'dead' : retry) : outcome.result,
    status,
    error,
    target: target === 'unavailable' ? unavailable : target,
  };
}
