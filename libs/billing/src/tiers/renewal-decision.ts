import { GRACE_DAYS, tierOf, priceOf } from '@switchyard/contracts';
import type { BillingAccount } from '@switchyard/database';
import { daysLater } from '../books/calendar.js';

/** Decision at the end of a period. `wait` = not yet, or it may still be paid. */
export type RenewalDecision = 'wait' | 'end' | { starts: Date };

type Renewed = Pick<BillingAccount, 'tier' | 'annual' | 'canceled' | 'trial' | 'periodEnds'>;

/** Until when a renewal may still be paid; `null` = there is nothing to wait for. */
export const graceUntil = ({ periodEnds, canceled, trial }: Renewed): Date | null =>
  periodEnds && !canceled && !trial ? daysLater(periodEnds, GRACE_DAYS) : null;

/**
 * A renewal that was late within the grace begins where the period before it ended. After a longer time, for which an
 * outage of ours may be to blame, it begins now: nobody pays for what they did not have.
 */
export function renewalDecision(account: Renewed, balanceCents: number, now: Date): RenewalDecision {
  const { tier, annual, canceled, periodEnds } = account;
  if (!periodEnds || periodEnds > now) {
    return 'wait';
  }
  const price = priceOf(tierOf(tier), annual);
  if (canceled || tier === 'free' || price === null) {
    return 'end';
  }
  const isInGrace = daysLater(periodEnds, GRACE_DAYS) > now;
  if (balanceCents >= price) {
    return { starts: isInGrace ? periodEnds : now };
  }
  return isInGrace && !account.trial ? 'wait' : 'end';
}
