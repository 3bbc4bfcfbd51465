import type { ClaimedDelivery, TryEnd } from '@switchyard/database';
import { type BackOff, backOffSeconds } from './back-off.js';
import type { Outcome } from './delivery-kind.js';

/** How long an unavailable target is left alone: not longer than people want to wait after a repair. */
const TARGET_BACK_OFF = { firstSeconds: 5, longestSeconds: 300 };
/** Longest wish of a receiver that is honoured: as long as a delivery lives. */
const LONGEST_WISH_SECONDS = 86_400;

/** What becomes of a delivery and its target after a try. */
export function tryEndOf(
  { tries, isExpired, targetFailures }: Pick<ClaimedDelivery, 'tries' | 'isExpired' | 'targetFailures'>,
  outcome: Outcome,
  backOff: BackOff,
): TryEnd {
  const { status, error, target, retryAfterSeconds = 0 } = outcome;
  const wish = Math.min(retryAfterSeconds, LONGEST_WISH_SECONDS);
  const isLast = isExpired || tries >= backOff.maxTries;
  const retry = { retrySeconds: Math.max(backOffSeconds(backOff, tries), wish) };
  const unavailable = { unavailableSeconds: Math.max(backOffSeconds(TARGET_BACK_OFF, targetFailures + 1), wish) };
  return {
    result: outcome.result === 'retry' ? (isLast ? 'dead' : retry) : outcome.result,
    status,
    error,
    target: target === 'unavailable' ? unavailable : target,
  };
}
