import { z } from 'zod';
import { SentProblem } from './sent-problem.js';

/** One member of a request that was refused; `path` leads to it, `message` is the English sentence of its code. */
export const SentIssue = SentProblem.extend({
  path: z.array(z.union([z.string(), z.number()])),
  message: z.string(),
});
export type SentIssue = z.infer<typeof SentIssue>;

const Member = z.string().optional();

/** The holder of a lock, with the code `state_locked`, in the members that Terraform reads. */
const LOCK_MEMBERS = {
  ID: Member,
  Operation: Member,
  Info: Member,
  Who: Member,
  Version: Member,
  Created: Member,
  Path: Member,
};

/**
 * Body of a failed call. `error` is an English sentence, for sign-in and runners often the code itself; `code` and `params` name the
 * problem for programs (see `PROBLEMS`); `issues` are there with the code `invalid_request`, and where another problem is that of a member. `inUse` marks a delete that was refused
 * because something refers to the object; `next` comes with the code `LOG_INCOMPLETE`: the first line that is missing.
 */
export const ErrorBody = SentProblem.extend({
  error: z.string(),
  issues: z.array(SentIssue).optional(),
  inUse: z.boolean().optional(),
  next: z.int().optional(),
  ...LOCK_MEMBERS,
});
export type ErrorBody = z.infer<typeof ErrorBody>;
