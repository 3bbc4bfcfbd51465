import { z } from 'zod';
import { Flag, Time } from '../primitives/primitives.js';
import { Project } from '../project/project.js';
import { PaymentStatus } from './payment-status.js';
import { TierId } from './tiers.js';

/** How a payment may be made: by card, by an online provider, or on the page that stands in for both. */
export const GatewayName = z.enum(['stripe', 'online', 'sandbox']);
export type GatewayName = z.infer<typeof GatewayName>;

/** Tier and usage of a project; money in US dollars. */
export const BillingProject = Project.extend({
  plan: TierId,
  annual: z.boolean(),
  /** The period that is running is the trial. */
  trial: z.boolean(),
  planCanceled: z.boolean(),
  planFinishDate: Time.nullable(),
  /** Until when the plan stays although its renewal could not be paid. */
  graceUntil: Time.nullable(),
  balance: z.number(),
  licenseKey: z.string().nullable(),
  /** Megabytes of logs that tasks wrote in this month; runners report no sizes of caches. */
  diskUsage: z.number(),
  /** Seconds of this month. */
  runnerUsage: z.number(),
  /** When the month of the usage ends, in the time zone of the project. */
  usageUntil: Time,
  freeTrialAvailable: z.boolean(),
  /** The next payment may redeem a coupon. */
  couponOpen: z.boolean(),
  /** Discount by the coupon of the query, in percent; `null` = no coupon, or one that does not count. */
  couponPercent: z.int().min(1).max(90).nullable(),
  gateways: z.array(GatewayName),
  /** Where people write who change from one paid plan to another; `null` = nowhere. */
  support: z.string().nullable(),
});
export type BillingProject = z.infer<typeof BillingProject>;

/** Body that changes the tier, which clients call a plan: `free` ends it with its period. */
export const TierChange = z.object({ plan: TierId, annual: Flag });
export type TierChange = z.infer<typeof TierChange>;

/** Longest coupon in characters. */
export const MAX_COUPON = 255;

/** Something off the first payment of a project. */
export const Coupon = z.object({
  code: z.string().trim().min(1).max(MAX_COUPON),
  /** Of the price; what is left must be worth a payment. */
  percent: z.int().min(1).max(90),
  until: Time,
});
export type Coupon = z.infer<typeof Coupon>;

/** Discount of a coupon on a price, both in cents. At least one cent is left to pay. */
export const couponDiscount = (cents: number, percent: number): number =>
  Math.min(cents - 1, Math.floor((cents * percent) / 100));

/** List of coupons that is signed as a whole. */
export const CouponList = z.object({ coupons: z.array(Coupon).max(500) });

/** Query of the billing of a project: the coupon that somebody has. */
export const BillingQuery = z.object({ coupon: z.string().max(MAX_COUPON).optional() });
export type BillingQuery = z.infer<typeof BillingQuery>;

/** Body of a payment. With a plan, that plan begins as soon as it is paid. */
export const PaymentInput = z.object({
  /** US dollars; the range is that of the slider. */
  currencyAmount: z.number().min(0.01).max(1_000_000),
  currency: z.literal('usd'),
  gateway: GatewayName,
  plan: TierId.optional(),
  annual: Flag,
  coupon: z.string().max(MAX_COUPON).nullish(),
});
export type PaymentInput = z.infer<typeof PaymentInput>;

export const Payment = z.object({
  number: z.string(),
  gateway: GatewayName,
  gatewayTransactionId: z.string(),
  state: PaymentStatus,
  currencyAmount: z.number(),
  currency: z.string(),
  /** Amount that a coupon adds to it, in US dollars. */
  discount: z.number(),
  created: Time,
  /** The page of the gateway on which it is paid, as long as it is open. */
  hostedUrl: z.string().nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** A new key of a subscription; the one before it is no longer shown. */
export const NewLicenseKey = z.object({ key: z.string() });
export type NewLicenseKey = z.infer<typeof NewLicenseKey>;
