import { z } from 'zod';
import { ProblemBeside } from '../refusal/sent-problem.js';
import { AttemptLease, SealedJob } from './messages.js';

/**
 * How an attempt ended. `stopped` only after an order to stop. `planned`: a plan with changes was left with the control
 * plane and the task waits for a decision; without a stored plan it is refused with 409 `PLAN_MISSING`.
 */
export const Outcome = z.enum(['success', 'error', 'stopped', 'planned']);
export type Outcome = z.infer<typeof Outcome>;

/** Most bytes of the body of `finish`: its reason and the texts of its problem, escaped. */
export const MAX_FINISH_REQUEST_BYTES = 131_072;

/**
 * The end of an attempt. `lines` and `bytes` are the totals of the log that was sent; the control plane refuses the
 * end with 409 `LOG_INCOMPLETE` while it has stored fewer lines. `reason` explains the failure in words, `problem` as a
 * code; older runners send the words alone.
 */
export const FinishRequest = AttemptLease.extend({
  outcome: Outcome,
  exit_code: z.int().nullable(),
  signal: z.string().max(16).nullable(),
  reason: z.string().max(2000).nullable(),
  problem: ProblemBeside,
  lines: z.int().min(0),
  bytes: z.number().min(0),
  /** The runner takes a task that it has prepared in place of this one, if the answer brings it. Older runners do not. */
  next: z.boolean().optional(),
});
export type FinishRequest = z.infer<typeof FinishRequest>;

/** Older control planes answer nothing. Jobs come again with a poll while the runner does not hold them. */
export const FinishAnswer = z.object({ jobs: z.array(SealedJob).default([]) });
export type FinishAnswer = z.infer<typeof FinishAnswer>;
