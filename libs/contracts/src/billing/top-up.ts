import { type Tier, priceOf } from './tiers.js';

/** Amounts in cents that may be paid in: from `min` to `max` in steps. */
export interface TopUpRange {
  min: number;
  max: number;
  step: number;
}

/** Without a tier: 10 to 100 dollars in tens. */
const FREE_RANGE: TopUpRange = { min: 1_000, max: 10_000, step: 1_000 };
/** Most monthly prices that are paid at once. */
const MONTHS_AT_ONCE = 5;

/**
 * Range of a payment for a tier: by the month its price to five times that; by the year what the balance lacks.
 * @returns `null` when nothing is missing, or the tier is not sold so
 */
export function topUpRange(tier: Tier, annual: boolean, balanceCents: number): TopUpRange | null {
  const price = priceOf(tier, annual);
  if (price === null) {
    return null;
  }
  if (annual) {
    const missing = price - balanceCents;
    return missing > 0 ? { min: missing, max: missing, step: missing } : null;
  }
  return price === 0 ? FREE_RANGE : { min: price, max: MONTHS_AT_ONCE * price, step: price };
}

export const isInRange = ({ min, max, step }: TopUpRange, cents: number): boolean =>
  cents >= min && cents <= max && (cents - min) % step === 0;
