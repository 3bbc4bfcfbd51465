import { EXTRA_MINUTE_CENTS, type Tier, type Problem, problem } from '@switchyard/contracts';

/** Usage of a project in the month. */
export interface MonthUsage {
  seconds: number;
  bytes: number;
  /** Minutes that a tier held or that were paid. */
  coveredMinutes: number;
}

const BYTES_PER_MEGABYTE = 1_000_000;

/** Why the project may launch nothing; null = it may. A balance that pays for another minute keeps it going. */
export function quotaRefusal(tier: Tier, usage: MonthUsage, balanceCents: number): Problem | null {
  const { minutes, cacheMegabytes } = tier;
  if (cacheMegabytes !== null && usage.bytes >= cacheMegabytes * BYTES_PER_MEGABYTE) {
    return problem('cache_used', { megabytes: cacheMegabytes });
  }
  const isLeft = minutes === null || usage.seconds < 60 * Math.max(minutes, usage.coveredMinutes);
  return isLeft || balanceCents >= EXTRA_MINUTE_CENTS ? null : problem('minutes_used', { minutes });
}

/** Minutes that are charged for what was used, and those that are covered then; what the balance lacks stays open. */
export function extraMinutes(
  tier: Tier,
  usage: MonthUsage,
  balanceCents: number,
): { charged: number; coveredMinutes: number } {
  const used = Math.ceil(usage.seconds / 60);
  const held = Math.max(usage.coveredMinutes, Math.min(used, tier.minutes ?? used));
  const affordable = Math.max(0, Math.floor(balanceCents / EXTRA_MINUTE_CENTS));
  const charged = Math.min(used - held, affordable);
  return { charged, coveredMinutes: held + charged };
}
