import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import { SentProblem } from '../refusal/sent-problem.js';
import { REVIEW_WAYS } from './review-ways.js';

/** How a task that applies a reviewed plan came to be. */
export const TaskReview = z.object({
  /** The task of the pull request whose plan was reviewed. */
  task_id: Id,
  way: z.enum(REVIEW_WAYS),
  /** Account at the forge of who commented or merged; `null` = it was done in the product, or is not known. */
  account: z.string().nullable(),
  /** Page of the comment; `null` = there is none. */
  url: z.string().nullable(),
  /**
   * Whether its own plan is the one that was reviewed. Only `same` is applied without another decision; `unknown` = a runner or tool
   * could not say.
   */
  plan: z.enum(['pending', 'same', 'different', 'unknown']),
});
export type TaskReview = z.infer<typeof TaskReview>;

/** Answer of `GET …/tasks/{id}/apply`: why its plan may not be applied; `null` = it may, as things are now. */
export const ReviewAnswer = z.object({ problem: SentProblem.nullable() });
export type ReviewAnswer = z.infer<typeof ReviewAnswer>;
