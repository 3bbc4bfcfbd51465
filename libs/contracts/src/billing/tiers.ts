import { z } from 'zod';

/** Tiers of billed projects. The first is what a project has that pays for nothing. */
export const TIER_IDS = ['free', 'starter', 'medium', 'premium', 'enterprise', 'pro1', 'pro4', 'pro10'] as const;

export const TierId = z.enum(TIER_IDS);
export type TierId = z.infer<typeof TierId>;

/** Price and limits of a tier. `null` = without a limit, or not offered. */
export interface Tier {
  readonly id: TierId;
  /** Cents of US dollars. */
  readonly monthlyCents: number;
  readonly annualCents: number | null;
  readonly cacheMegabytes: number | null;
  /** Minutes of runner time in a calendar month. */
  readonly minutes: number | null;
  /** Users who may be more than guests. */
  readonly users: number | null;
  /** A licence of an installation, for projects of the type `premium`; others are for projects that run here. */
  readonly isLicence: boolean;
}

const hosted = { annualCents: null, cacheMegabytes: null, minutes: null, users: null, isLicence: false };
const licence = { cacheMegabytes: null, minutes: null, isLicence: true };

/** Source: the specification's list of tiers and prices. */
export const TIERS: readonly Tier[] = [
  { ...hosted, id: 'free', monthlyCents: 0, cacheMegabytes: 100, minutes: 50 },
  { ...hosted, id: 'starter', monthlyCents: 300, cacheMegabytes: 1_000, minutes: 60 },
  { ...hosted, id: 'medium', monthlyCents: 900, cacheMegabytes: 3_000, minutes: 180 },
  { ...hosted, id: 'premium', monthlyCents: 1_200, users: 4 },
  { ...hosted, id: 'enterprise', monthlyCents: 100_000 },
  { ...licence, id: 'pro1', monthlyCents: 1_500, annualCents: 14_900, users: 1 },
  { ...licence, id: 'pro4', monthlyCents: 4_900, annualCents: 49_000, users: 4 },
  { ...licence, id: 'pro10', monthlyCents: 9_900, annualCents: 99_000, users: 10 },
];

const [FREE] = TIERS as readonly [Tier];
const byId = new Map<string, Tier>(TIERS.map((tier) => [tier.id, tier]));

/** The tier of a stored id; one that is not offered any more holds what the free one holds. */
export const tierOf = (id: string): Tier => byId.get(id) ?? FREE;

/** Tiers that a project of this type may choose, the free one first. */
export const tiersFor = (projectType: string): readonly Tier[] =>
  TIERS.filter(({ id, isLicence }) => id === 'free' || isLicence === (projectType === 'premium'));

/** Price of one period in cents; `null` = the tier is not sold by the year. */
export const priceOf = (tier: Tier, annual: boolean): number | null => (annual ? tier.annualCents : tier.monthlyCents);

/** Whether a tier may be tried once without paying. */
export const hasTrial = ({ id }: Tier): boolean => id !== 'free' && id !== 'enterprise';

/** Length of the trial in days. */
export const TRIAL_DAYS = 14;
/** How long a tier stays after a renewal that could not be paid, in days. */
export const GRACE_DAYS = 7;
/** Part of a limit from which on people are warned. */
export const WARNED_PART = 0.8;
/** Price in cents of a minute beyond those of the tier, paid from the balance: what the smallest tier pays for one. */
export const EXTRA_MINUTE_CENTS = 5;
