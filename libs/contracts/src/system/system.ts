import { z } from 'zod';
import { AuthMethods } from '../auth/sign-in-methods.js';
import { Time } from '../primitives/primitives.js';

/**
 * Who an installation is for: `open` has every feature, in `subscription` premium features follow a subscription key, in
 * `hosted` projects are paid for.
 */
export const EDITIONS = ['open', 'subscription', 'hosted'] as const;
export type Edition = (typeof EDITIONS)[number];

/** Premium features: those that a subscription switches on in the edition `subscription`. */
export const PREMIUM_FEATURES = [
  'project_runners',
  'terraform_backend',
  'task_result',
  'hashicorp_vault_secrets',
] as const;
export type PremiumFeature = (typeof PREMIUM_FEATURES)[number];

/** Demo mode as people see it, in which nothing but running tasks is possible. */
export const DemoInfo = z.object({
  /** When everything that visitors did is gone; null = the demo is being made. */
  next_reset: Time.nullable(),
});
export type DemoInfo = z.infer<typeof DemoInfo>;

/** Answer of `GET /api/info`. */
export const SystemInfo = z.object({
  version: z.string(),
  edition: z.enum(EDITIONS),
  ansible: z.string(),
  web_host: z.string(),
  use_remote_runner: z.boolean(),
  auth_methods: AuthMethods,
  premium_features: z.record(z.string(), z.boolean()),
  /** Whether there are posts about the product, and packages or configurations to install. */
  publications: z.object({ posts: z.boolean(), install: z.boolean() }),
  git_client: z.string(),
  schedule_timezone: z.string(),
  /** Null: the server is not in demo mode. */
  demo: DemoInfo.nullable(),
});
export type SystemInfo = z.infer<typeof SystemInfo>;

/** Answer of `GET /api/health`: 200 when every part is ready, else 503. */
export const Health = z.object({ status: z.enum(['ok', 'unavailable']), checks: z.record(z.string(), z.boolean()) });
export type Health = z.infer<typeof Health>;
