import { z } from 'zod';
import { Id } from '../primitives/primitives.js';

/** An account as its forge names it. */
export const ForgeAccount = z.object({
  /** The name that people see. */
  name: z.string(),
  /** Names of the account, in lower case: ids that stay, and a login where the forge gives one to one account at a time. */
  known_by: z.array(z.string()),
});
export type ForgeAccount = z.infer<typeof ForgeAccount>;

/** A pull or merge request as its forge shows it. */
export const PullRequest = z.object({
  /** Its number in the repository. */
  number: Id,
  title: z.string(),
  /** Its page; `null` = the sender names none. */
  url: z.string().nullable(),
  /** Its head is of another repository than its target. */
  fork: z.boolean(),
  /** Account of its author; absent = the sender names none, or an older version stored it. */
  author: ForgeAccount.optional(),
});
export type PullRequest = z.infer<typeof PullRequest>;
