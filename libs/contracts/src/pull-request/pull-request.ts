import { z } from 'zod';
import { Id } from '../primitives/primitives.js';

/** A pull or merge request as its forge shows it. */
export const PullRequest = z.object({
  /** Its number in the repository. */
  number: Id,
  title: z.string(),
  /** Its page; `null` = the sender names none. */
  url: z.string().nullable(),
  /** Its head is of another repository than its target. */
  fork: z.boolean(),
});
export type PullRequest = z.infer<typeof PullRequest>;
