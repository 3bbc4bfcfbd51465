import {
  HostCounters,
  Job,
  knownProblem,
  ListedBranch,
  LOG_PHASES,
  MAX_BRANCHES,
  Outcome,
  PlanSummary,
  SentProblem,
  ToolStage,
} from '@switchyard/contracts';
import { z } from 'zod';

/**
 * Messages between the runner, which is root, and the process in which an attempt runs under a user of its own. That
 * process shares its user with whatever the task runs, so none of its messages is trusted beyond what the attempt may do.
 */

/** Facts and results are cut to their bounds later, so that only their form counts here. */
const Facts = z.object({
  commit_hash: z.string().optional(),
  commit_message: z.string().optional(),
  command: z.array(z.string()).optional(),
  tool_version: z.string().optional(),
  plan_summary: PlanSummary.optional(),
});
/** The process runs this program, so that it has no codes of its own. */
const OwnProblem = SentProblem.transform((sent, context) => {
  const known = knownProblem(sent);
  if (!known) {
    context.addIssue({ code: 'custom', message: 'unknown problem' });
    return z.NEVER;
  }
  return known;
});
const Line = z.int().min(0).nullable();
const Results = z.object({
  hosts: z.array(HostCounters.extend({ host: z.string() })),
  errors: z.array(z.object({ index: z.int().min(0), host: z.string(), task: z.string(), error: z.string() })),
  stages: z.array(
    z.object({
      type: ToolStage,
      start: z.string().nullable(),
      end: z.string().nullable(),
      first_line: Line,
      last_line: Line,
      result: z.unknown().optional(),
    }),
  ),
});

/** Which repository of the job. */
const MirroredRepository = z.enum(['repository', 'inventory-repository']);
export type MirroredRepository = z.infer<typeof MirroredRepository>;

/** A question is answered by a {@link Reply} with the same id. Binary values are base64. */
export const Question = z.discriminatedUnion('call', [
  z.object({ call: z.literal('facts'), facts: Facts }),
  z.object({ call: z.literal('results'), results: Results }),
  z.object({ call: z.literal('branches'), branches: z.array(ListedBranch).max(MAX_BRANCHES), isCut: z.boolean() }),
  z.object({ call: z.literal('start') }),
  z.object({ call: z.literal('mirror'), repository: MirroredRepository, isBroken: z.boolean() }),
  z.object({ call: z.literal('plan-view'), view: z.string() }),
  z.object({ call: z.literal('store-plan'), plan: z.string() }),
  z.object({ call: z.literal('keep-state'), state: z.string() }),
  z.object({ call: z.literal('fetch-plan') }),
]);
export type Question = z.infer<typeof Question>;

/** From the attempt to the runner. */
export const FromHost = z.discriminatedUnion('type', [
  z.object({ type: z.literal('system'), text: z.string() }),
  z.object({ type: z.literal('section'), phase: z.enum(LOG_PHASES), detail: z.string().optional() }),
  z.object({ type: z.literal('question'), id: z.int(), question: Question }),
  z.object({
    type: z.literal('end'),
    result: z.object({
      outcome: Outcome,
      exitCode: z.int().nullable(),
      signal: z.string().max(16).nullable(),
      reason: OwnProblem.nullable(),
    }),
  }),
]);
export type FromHost = z.infer<typeof FromHost>;

const Reply = z.object({
  type: z.literal('reply'),
  id: z.int(),
  /** Why it was refused; null = it was not. */
  error: OwnProblem.nullable(),
  value: z.string().nullable(),
});
export type Reply = z.infer<typeof Reply>;

const Directories = z.array(z.string()).readonly();
const LocalRules = z.object({ roots: Directories, closed: Directories });

/** What the process is to do: the job, to bring the mirror of its repository up to date, or to list its branches. */
const JobMessage = z.object({
  type: z.literal('job'),
  work: z.enum(['execute', 'refresh-mirror', 'replace-mirror', 'list-branches']),
  job: Job,
  dir: z.string(),
  cacheDir: z.string(),
  localRules: LocalRules,
  /** Directory of this user for what the project's tasks download; `null` = all goes with the attempt. */
  downloads: z.string().nullable(),
  /** Directory of the project's mirrors; `null` = there are none. */
  mirrors: z.string().nullable(),
});
export type JobMessage = z.infer<typeof JobMessage>;

/** From the runner to the attempt; the job comes first. */
export const ToHost = z.discriminatedUnion('type', [
  JobMessage,
  z.object({ type: z.literal('stop'), reason: z.enum(['stop', 'kill']) }),
  Reply,
]);
export type ToHost = z.infer<typeof ToHost>;
