import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { Time, TimeInput } from '../primitives/primitives.js';

/** Most characters of a subscription key. */
export const MAX_SUBSCRIPTION_KEY = 2_048;

/** Claims of a subscription key, signed by the seller of subscriptions. */
export const SubscriptionClaims = z.object({
  /** Of the subscription; a key that is made again for it keeps the id. */
  id: z
    .string()
    .max(64)
    .regex(/^[\w-]+$/),
  plan: z
    .string()
    .max(32)
    .regex(/^[a-z][a-z0-9_]*$/),
  /** Pro users it allows. */
  seats: z.int().min(1).max(1_000_000),
  expiresAt: TimeInput,
});
export type SubscriptionClaims = z.infer<typeof SubscriptionClaims>;

/** Body of `POST /api/subscription`. Surrounding white space comes from copying. */
export const SubscriptionInput = z.object({
  key: z.string().max(MAX_SUBSCRIPTION_KEY).trim().min(1, withProblem('empty')),
});
export type SubscriptionInput = z.infer<typeof SubscriptionInput>;

/** Answer of `GET /api/subscription`. */
export const Subscription = z.object({
  /** Empty unless an administrator asks. */
  key: z.string(),
  plan: z.string(),
  state: z.enum(['active', 'expired']),
  expiresAt: Time,
  /** Seats: Pro users that it allows. */
  users: z.int(),
  /** Seats taken. */
  used: z.int(),
});
export type Subscription = z.infer<typeof Subscription>;
