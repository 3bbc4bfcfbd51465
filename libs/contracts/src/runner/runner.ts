import { z } from 'zod';
import { SentProblem } from '../refusal/sent-problem.js';
import { BodyId } from '../primitives/absent.js';
import { withProblem } from '../errors/issue.js';
import { Integer } from '../primitives/number.js';
import { Id, KeptFlag, Name, Time, isWebAddress } from '../primitives/primitives.js';
import { RunnerApp } from './runner-app.js';
import { RunnerTag, SentRunnerTag } from './tag.js';
import { NotificationAnswer } from './notification.js';

/**
 * Seconds of silence after which a runner is degraded, and after which it is lost and gets no tasks. An idle runner is
 * silent for as long as its poll is held (`POLL_HOLD_SECONDS`).
 */
export const RUNNER_DEGRADED_SECONDS = 35;
export const RUNNER_LOST_SECONDS = 45;

/**
 * How a runner is, from its last sign of life. `never` = has not connected yet, `paused` = is online and takes no tasks
 * for a reason of its own, such as a full disk, `draining` = is online and set to take none.
 */
export const RunnerHealth = z.enum(['never', 'online', 'degraded', 'lost', 'paused', 'draining']);
export type RunnerHealth = z.infer<typeof RunnerHealth>;

/**
 * Why a runner and this server came to no agreement. `server_key` = the runner trusts another key than the server's, `signature` = what it sends is
 * not signed by the key that belongs to its token, `protocol` = one of the two is too old for the other.
 */
export const RunnerRefusal = z.enum(['server_key', 'signature', 'protocol']);
export type RunnerRefusal = z.infer<typeof RunnerRefusal>;

/**
 * Isolation of the tasks of a runner from it and from each other. `none` = they run as its user, `full` = each has a user id and
 * namespaces of its own, `partial` = something between: one account for all, or no namespaces.
 */
export const RunnerSeparation = z.enum(['none', 'partial', 'full']);
export type RunnerSeparation = z.infer<typeof RunnerSeparation>;

/** Tags of a runner: each as {@link RunnerTag}, without repetition, at most 32. */
const RunnerTags = z
  .array(z.string().max(100))
  .max(32)
  .transform((tags) => [...new Set(tags.map((tag) => tag.trim()).filter(Boolean))])
  .refine((tags) => tags.every((tag) => RunnerTag.safeParse(tag).success), withProblem('runner_tags'));

/** Address that is notified of tasks: http or https, `''` = none. */
const Webhook = z
  .string()
  .trim()
  .max(2048)
  .nullish()
  .transform((value) => value ?? '')
  .refine((value) => value === '' || isWebAddress(value), withProblem('web_address'));

/** A number of attempts; empty text becomes 0 = unlimited. */
const MaxParallel = Integer({ min: 0, max: 1000 })
  .nullish()
  .transform((value) => value ?? 0);

/** Body of create and update. A runner of a project must have a tag. */
export const RunnerInput = z.object({
  id: BodyId,
  project_id: BodyId,
  name: Name,
  webhook: Webhook,
  max_parallel_tasks: MaxParallel,
  active: KeptFlag,
  is_default: KeptFlag,
  /** The one tag of older clients. Which of the two names counts: see `meantOfTwo`. */
  tag: SentRunnerTag,
  tags: RunnerTags.nullish(),
  /** Raw X25519 public key, base64, of a pair that was made elsewhere; absent = the server makes one. */
  public_key: z.string().max(64).nullish(),
});
export type RunnerInput = z.infer<typeof RunnerInput>;

export const RunnerActiveInput = z.object({ active: z.boolean() });
export const RunnerDrainInput = z.object({ draining: z.boolean() });

/** A runner as it is read. */
export const Runner = z.object({
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  webhook: z.string(),
  /** Null until the webhook was called. */
  webhook_last: NotificationAnswer.nullable(),
  max_parallel_tasks: z.int(),
  active: z.boolean(),
  /** As it was sent; the dispatch does not look at it. */
  is_default: z.boolean(),
  /** First of `tags`, `''` = none. */
  tag: z.string(),
  tags: z.array(z.string()),
  created: Time,
  touched: Time.nullable(),
  /** Whether a machine has ever used the identity. */
  registered: z.boolean(),
  cleaning_requested: Time.nullable(),
  health: RunnerHealth,
  /** Set to take no more tasks, whether it is online or not. */
  draining: z.boolean(),
  /** Why it takes no tasks, in its own words. */
  paused_reason: z.string().nullable(),
  /** The same as a code and parameters; null when an older runner gave the words alone. */
  paused_problem: SentProblem.nullable(),
  /** When another process tried to use the same identity. */
  duplicate_seen: Time.nullable(),
  /** Why the last try to connect failed; null once it has connected again. */
  refused: z.object({ reason: RunnerRefusal, at: Time }).nullable(),
  /** Attempts it has now, and most it takes at once; 0 = no limit. */
  used: z.int(),
  limit: z.int(),
  version: z.string(),
  platform: z.string(),
  /** Null until the runner has said it; older ones do not. */
  separation: RunnerSeparation.nullable(),
  apps: z.array(RunnerApp),
});
export type Runner = z.infer<typeof Runner>;

/** Answer of create and rotate: the only time at which token, key and webhook secret are shown. */
export const RunnerWithSecrets = Runner.extend({
  token: z.string(),
  /** PKCS#8 PEM of the X25519 key; `''` when the caller supplied a public key. */
  private_key: z.string(),
  /** Key that signs what is sent to the webhook (see `webhook.ts`); null when the runner has no webhook. */
  webhook_secret: z.string().nullable(),
});
export type RunnerWithSecrets = z.infer<typeof RunnerWithSecrets>;

/** One tag with the number of runners that have it. */
export const RunnerTagCount = z.object({ tag: z.string(), number_of_runners: z.int() });
export type RunnerTagCount = z.infer<typeof RunnerTagCount>;

/** A tag that waiting tasks require and no online runner offers. */
export const WantedTag = z.object({ tag: z.string(), number_of_tasks: z.int() });
export type WantedTag = z.infer<typeof WantedTag>;

/** Longest life of a registration token, in hours. */
export const MAX_REGISTRATION_HOURS = 720;

/** Body that makes a registration token: what the runner will be, and for how long it may register. */
export const RegistrationTokenInput = z.object({
  name: Name,
  tags: RunnerTags.nullish().transform((tags) => tags ?? []),
  hours: z.int().min(1).max(MAX_REGISTRATION_HOURS).default(1),
});
export type RegistrationTokenInput = z.infer<typeof RegistrationTokenInput>;

export const RegistrationToken = z.object({
  id: Id,
  project_id: Id.nullable(),
  name: z.string(),
  tags: z.array(z.string()),
  created: Time,
  expires: Time,
  used: Time.nullable(),
  runner_id: Id.nullable(),
});
export type RegistrationToken = z.infer<typeof RegistrationToken>;

/** The token itself is shown in the creation answer only, by the names of earlier and later clients. */
export const RegistrationTokenWithSecret = RegistrationToken.extend({
  token: z.string(),
  registration_token: z.string(),
});
export type RegistrationTokenWithSecret = z.infer<typeof RegistrationTokenWithSecret>;
