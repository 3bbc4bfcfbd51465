import { z } from 'zod';
import { Flag, Time } from '../primitives/primitives.js';
import { Project } from '../project/project.js';
import { PaymentState } from './payment-state.js';
import { PlanId } from './plans.js';

/** How a payment may be made: by card, by an online provider, or on the page that stands in for both. */
export const GatewayName = z.enum(['stripe', 'online', 'sandbox']);
export type GatewayName = z.infer<typeof GatewayName>;

/** What a project pays for and has used; money in US dollars. */
export const BillingProject = Project.extend({
  plan: PlanId,
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
  gateways: z.array(GatewayName),
  /** Where people write who change from one paid plan to another; `null` = nowhere. */
  support: z.string().nullable(),
});
export type BillingProject = z.infer<typeof BillingProject>;

/** Body that changes the plan: `free` ends it with its period. */
export const PlanChange = z.object({ plan: PlanId, annual: Flag });
export type PlanChange = z.infer<typeof PlanChange>;

/** Longest coupon in characters. */
const COUPON_LENGTH = 255;

/** Something off the first payment of a project. */
export const Coupon = z.object({
  code: z.string().trim().min(1).max(COUPON_LENGTH),
  /** Of the price; what is left must be worth a payment. */
  percent: z.int().min(1).max(90),
  until: Time,
});
export type Coupon = z.infer<typeof Coupon>;

/** What is signed as one list. */
export const CouponList = z.object({ coupons: z.array(Coupon).max(500) });

/** Body of a payment. With a plan, that plan begins as soon as it is paid. */
export const PaymentInput = z.object({
  /** US dollars; the range is that of the slider. */
  currencyAmount: z.number().min(0.01).max(1_000_000),
  currency: z.literal('usd'),
  gateway: GatewayName,
  plan: PlanId.optional(),
  annual: Flag,
  coupon: z.string().max(COUPON_LENGTH).nullish(),
});
export type PaymentInput = z.infer<typeof PaymentInput>;

export const Payment = z.object({
  number: z.string(),
  gateway: GatewayName,
  gatewayTransactionId: z.string(),
  state: PaymentState,
  currencyAmount: z.number(),
  currency: z.string(),
  /** What a coupon adds to it, in US dollars. */
  discount: z.number(),
  created: Time,
  /** The page of the gateway on which it is paid, as long as it is open. */
  hostedUrl: z.string().nullable(),
});
export type Payment = z.infer<typeof Payment>;

/** A new key of a subscription; the one before it is no longer shown. */
export const NewLicenseKey = z.object({ key: z.string() });
export type NewLicenseKey = z.infer<typeof NewLicenseKey>;
