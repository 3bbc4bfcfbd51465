import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { ProblemBeside } from '../refusal/sent-problem.js';
import { Id, ImageDigest, Name, Sha256, Time } from '../primitives/primitives.js';
import { RunnerSeparation } from '../runner/runner.js';
import { RunnerApp } from '../runner/runner-app.js';
import { MAX_PLAN_BYTES, PlanSummary } from '../task/plan.js';
import { MAX_PACKED_PLAN_VIEW } from '../task/plan-view.js';
import { SealedHead } from './sealed-frame.js';
import { MAX_LISTINGS, SealedListing } from './branch-listing.js';
import { AppProbes, ProjectClearing } from './runner-requests.js';

/**
 * The runner protocol, `POST /api/runner-gateway/<call>`, JSON in both directions except `log`.
 *
 * ```
 *   info  ──► server key, server time, protocol version             (no authentication)
 *   check ──► what the control plane has under this identity        (no effect: no sign of life)
 *   poll  ──► jobs of this runner, orders, stale attempts           long poll, 25–29 s
 *             jobs that it may prepare while its slots are busy     (record 0081)
 *     start     the tool is about to be spawned: task becomes running
 *     progress  commit that was checked out, command that is run, summary of the plan
 *     id-tokens the ID tokens of the attempt, after its checkout and while it lives; older control planes answer 404
 *     results   host statistics, failed tasks and stages
 *     outputs   what the task publishes, once at its end; older control planes answer 404
 *     plan-view what the plan would do, for people; older control planes answer 404
 *     plan      the plan file, when a decision is needed; plan-file gives it back to the attempt that applies it
 *     log       numbered chunks of all attempts (see log-frame)
 *     open-lines last lines without an end yet, for those who watch
 *     heartbeat every 10 s while attempts are held: renews every lease, answers orders; idle, only when the poll is late
 *   finish──► outcome, after the log is flushed and the workspace is clean; the job of a prepared attempt may take the slot
 *   lost    ► whether the tool of an attempt whose lease is lost may go on (see lost-attempts)
 *   settle──► nothing of an attempt whose end was not reported runs any more
 *   kept-state a state that a tool could not save
 *   caches    what the caches of the runner hold
 *   listing─► the branches of a repository that a poll, or the listing before, requested
 * ```
 *
 * Every call but `info` and `register` is authenticated as `signature.ts` describes and may be repeated: each has the same effect
 * once or many times. A call about an attempt whose lease is not valid any more answers 409 with the code
 * `LEASE_LOST`; the runner then asks by `lost` whether the tool may go on, or kills the attempt's processes and forgets it.
 */
export const PROTOCOL_VERSION = 1;

/** Oldest version a control plane of this build still answers: runners may be updated after it, one after the other. */
export const OLDEST_PROTOCOL_VERSION = 1;

/** Seconds after which a lease that was not renewed is over. */
export const LEASE_TTL_SECONDS = 45;
/** Seconds between two heartbeats of a runner that holds attempts. */
export const HEARTBEAT_SECONDS = 10;
/** Bounds of the time an empty poll is held, in seconds; jittered. */
export const POLL_HOLD_SECONDS = { min: 25, max: 29 } as const;
/**
 * Seconds from the last heartbeat or poll of a runner that holds nothing to its next heartbeat: longer than a poll is
 * held, so that its polls alone show that it lives, and less than until it is degraded.
 */
export const IDLE_HEARTBEAT_SECONDS = 31;

/**
 * Body of `register`, the one call besides `info` that is not signed: a runner makes its own pair and sends the public
 * key. Answers 401 for a token that is unknown, used, revoked or over.
 */
export const RegisterRequest = z.object({
  registration_token: z.string().min(1).max(255),
  public_key: z
    .string()
    .max(44)
    .regex(/^[A-Za-z0-9+/]{43}=$/, withProblem('raw_public_key')),
  /** Used with a registration token that may make several runners. */
  name: Name,
  tags: z.array(z.string().max(64)).max(32).default([]),
  max_parallel_tasks: z.int().min(0).max(1000).default(0),
});
export type RegisterRequest = z.infer<typeof RegisterRequest>;

/** The token is shown this once. */
export const RegisterAnswer = z.object({ runner_id: Id, name: z.string(), token: z.string(), public_key: z.string() });
export type RegisterAnswer = z.infer<typeof RegisterAnswer>;

/**
 * Most bytes of requests that may be larger than the 64 KiB of all others; the log has its own in `log-frame.ts`. More
 * than 64 KiB are read only from a runner whose token is known.
 */
export const MAX_POLL_REQUEST_BYTES = 524_288;
export const MAX_HEARTBEAT_REQUEST_BYTES = 262_144;
export const MAX_PROGRESS_REQUEST_BYTES = 4_194_304;
export const MAX_RESULTS_REQUEST_BYTES = 4_194_304;
/** A sealed plan, and its head. */
export const MAX_PLAN_REQUEST_BYTES = MAX_PLAN_BYTES + 8_192;
/** A packed view, and the other members. */
export const MAX_PLAN_VIEW_REQUEST_BYTES = MAX_PACKED_PLAN_VIEW + 1_024;

/** Identifies one attempt and proves its ownership: `lease` is the fencing token. */
export const AttemptLease = z.object({ attempt: Id, lease: z.uuid() });
export type AttemptLease = z.infer<typeof AttemptLease>;

/** Order about an attempt that the runner holds. `none` = carry on. */
export const Order = z.enum(['none', 'stop']);
export type Order = z.infer<typeof Order>;

/** An attempt the runner holds, with the last order it has acted on. */
export const HeldAttempt = AttemptLease.extend({ order: Order });
export type HeldAttempt = z.infer<typeof HeldAttempt>;

export const InfoAnswer = z.object({
  /** Newest version the control plane supports, and the oldest it still answers. */
  protocol: z.int(),
  oldest_protocol: z.int().default(1),
  version: z.string(),
  /** X25519 public key of the control plane, base64. */
  public_key: z.string(),
  time: Time,
});
export type InfoAnswer = z.infer<typeof InfoAnswer>;

/** Most attempts that a runner prepares ahead or has not thrown away yet. */
const MAX_PREPARED = 100;

/**
 * `held` = every attempt in the runner's hands, so that lost answers repeat and orders arrive at once.
 * A poll also describes the runner; the control plane keeps the last description.
 */
export const PollRequest = z.object({
  held: z.array(HeldAttempt).max(1000),
  apps: z.array(RunnerApp).max(256),
  /** Revision of the probes that `apps` answers; `''` = none seen yet. */
  probes_revision: z.string().max(64).default(''),
  version: z.string().max(64),
  /** Attempts the runner is willing to hold at once; 0 = as many as the control plane wants. */
  max_parallel_tasks: z.int().min(0).max(1000),
  /** Random name of this process. Of two processes with one identity the one that was here first keeps it. */
  instance: z.string().max(64).default(''),
  /** Operating system and processor, such as `linux x64`. */
  platform: z.string().max(64).default(''),
  /** Isolation of its tasks; older runners do not report it. */
  separation: RunnerSeparation.optional(),
  /** Why the runner takes no tasks at the moment, such as a full disk; null = it does. */
  paused_reason: z.string().max(500).nullable().default(null),
  /** The same as a code; older runners send the words alone. */
  paused_problem: ProblemBeside,
  /** The last request to clear the cache that was carried out; null = none. */
  cleaned: Time.nullable().default(null),
  /** The last {@link ProjectClearing} that was carried out; null = none, absent = the runner can only clear everything. */
  projects_cleaned: z.string().max(64).nullable().optional(),
  /** Listings of branches that the runner takes beside its attempts; older runners take none. */
  listings: z.int().min(0).max(MAX_LISTINGS).default(0),
  /** It reads the files of a project, too; older runners do not. */
  reads_files: z.boolean().default(false),
  /**
   * Attempts that the runner prepares ahead and does not hold; those that are not to be prepared any more come back as stale. Absent = it
   * prepares none; older runners do not.
   */
  prepared: z.array(AttemptLease).max(MAX_PREPARED).optional(),
});
export type PollRequest = z.infer<typeof PollRequest>;

/** Largest JSON of a job, in bytes; a bound against decompression bombs. */
export const MAX_JOB_BYTES = 64 * 1024 * 1024;

/**
 * A job sealed for this runner: `nacl.box` of the UTF-8 JSON of a `Job`, base64. `codec` 1 = the JSON was compressed
 * (deflate-raw) before it was sealed: large inventories shrink to a tenth, and sealing costs what is left.
 */
export const SealedJob = AttemptLease.extend({
  task_id: Id,
  /** Number of the attempt, from 1. */
  number: z.int(),
  codec: z.union([z.literal(0), z.literal(1)]).default(0),
  nonce: z.string(),
  sealed: z.string(),
});
export type SealedJob = z.infer<typeof SealedJob>;

/**
 * The job of an attempt that is reserved for the runner, for so many seconds at most: it may check out and prepare, and neither report nor start.
 * The attempt is the runner's when it comes among `jobs`; a job that differs by then is prepared again.
 */
export const ReservedJob = SealedJob.extend({ seconds: z.int().min(1) });
export type ReservedJob = z.infer<typeof ReservedJob>;

export const AttemptOrder = z.object({ attempt: Id, order: Order });
export type AttemptOrder = z.infer<typeof AttemptOrder>;

/** Orders that differ from those the runner reported as done, and attempts that are no longer its own. */
export const Directions = z.object({ orders: z.array(AttemptOrder), stale: z.array(Id) });
export type Directions = z.infer<typeof Directions>;

/** `probes` is null unless the runner's revision is an old one; a poll whose revision is old is answered at once. */
export const PollAnswer = Directions.extend({
  jobs: z.array(SealedJob),
  /** Jobs that the runner may prepare while its slots are busy; only for runners that name what they have `prepared`. */
  ahead: z.array(ReservedJob).default([]),
  probes: AppProbes.nullable().default(null),
  /** Request to clear the caches that the runner has not carried out; null = none. */
  clear_cache: Time.nullable().default(null),
  /** Requests to clear caches of single projects that the runner has not carried out; null = none. */
  clear_projects: ProjectClearing.nullable().default(null),
  /** Repositories whose branches are to be listed. */
  listings: z.array(SealedListing).default([]),
});
export type PollAnswer = z.infer<typeof PollAnswer>;

/**
 * Body of `leave`, the last words of a process that ends by itself: it takes no more tasks. With `over` another process
 * may use the identity at once. Answers 204, also when the identity is another's by now.
 */
export const LeaveRequest = z.object({ instance: z.string().min(1).max(64), over: z.boolean() });
export type LeaveRequest = z.infer<typeof LeaveRequest>;

/** Body of `unregister`: the runner gives its identity up. Its running attempts are fenced off. Answers 204. */
export const UnregisterRequest = z.object({});

/**
 * Body of `distrust`: the runner ends because it trusts another key than that of this control plane. It is signed by means of the key that is not trusted,
 * and holds nothing. Answers 204; a control plane that is older than the call answers 404.
 */
export const DistrustRequest = z.object({});

/** Body of `check`, which changes nothing. A control plane that is older than the call answers 404. */
export const CheckRequest = z.object({});

/** Answer of `check`: the runner as the control plane has it, for the person at its machine. */
export const CheckAnswer = z.object({
  runner_id: Id,
  name: z.string(),
  /** Name of the one project it serves; null = it serves all. */
  project: z.string().nullable(),
  active: z.boolean(),
  /** Set by people to take no more tasks. */
  draining: z.boolean(),
  /** Why the runner itself takes no tasks, by its last poll; null = it does. */
  paused_reason: z.string().nullable(),
  tags: z.array(z.string()),
});
export type CheckAnswer = z.infer<typeof CheckAnswer>;

export const HeartbeatRequest = z.object({ held: z.array(HeldAttempt).max(1000) });
export type HeartbeatRequest = z.infer<typeof HeartbeatRequest>;
export const HeartbeatAnswer = Directions;
export type HeartbeatAnswer = Directions;

export const StartRequest = AttemptLease;

/** `stop` means that the task was stopped meanwhile: the runner must not spawn the tool. */
export const StartAnswer = z.object({ order: Order });
export type StartAnswer = z.infer<typeof StartAnswer>;

/**
 * Facts that the runner has found out; absent members change nothing. Commit message cut to 100 characters by the runner.
 * `command` is the program and its arguments without secrets.
 */
export const ProgressRequest = AttemptLease.extend({
  commit_hash: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{4,64}$/)
    .optional(),
  commit_message: z.string().max(400).optional(),
  commit_branch: z.string().max(255).optional(),
  command: z.array(z.string().max(8192)).max(2000).optional(),
  tool_version: z.string().max(200).optional(),
  image_digest: ImageDigest.optional(),
  plan_summary: PlanSummary.optional(),
  /** Digest of all that the plan would do, made with the key in the job: equal ones are of equal plans. */
  plan_digest: Sha256.optional(),
});
export type ProgressRequest = z.infer<typeof ProgressRequest>;

/**
 * Head of a `plan` call: the plan of an attempt whose changes wait for a decision. The body is a `SealedFrame` of its bytes, at most
 * {@link MAX_PLAN_BYTES} before sealing. The control plane keeps it encrypted until the task is over. `sha256` is that
 * of the bytes. Must come before the end with the outcome `planned`.
 */
export const PlanHead = AttemptLease.extend({
  ...SealedHead.shape,
  sha256: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{64}$/),
});
export type PlanHead = z.infer<typeof PlanHead>;

/**
 * A `PlanView` of an attempt: its JSON, compressed (deflate-raw), base64. A later one of the same task replaces it. The control
 * plane checks the view and keeps it as long as the log of the task.
 */
export const PlanViewRequest = AttemptLease.extend({ view: z.string().max(MAX_PACKED_PLAN_VIEW) });
export type PlanViewRequest = z.infer<typeof PlanViewRequest>;

/** Answer of `plan-file`: the confirmed plan, sealed to the runner that holds the attempt. */
export const PlanFileAnswer = z.object({ sha256: z.string(), nonce: z.string(), sealed: z.string() });
export type PlanFileAnswer = z.infer<typeof PlanFileAnswer>;
export const PlanFileRequest = AttemptLease;

/** Answer of `log`: the next line expected per attempt, and attempts whose lease is gone. */
export const LogAnswer = z.object({ ack: z.array(z.tuple([Id, z.int()])), stale: z.array(Id) });
export type LogAnswer = z.infer<typeof LogAnswer>;
