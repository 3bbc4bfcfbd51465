import { z } from 'zod';
import { withProblem } from '../errors/issue.js';
import { Id, Time } from '../primitives/primitives.js';

/** Most accounts at forges that a user links. */
export const MAX_FORGE_ACCOUNTS = 10;

/** An account at a forge whose comments act with the rights of the user. */
export const LinkedForgeAccount = z.object({ id: Id, host: z.string(), account: z.string(), created: Time });
export type LinkedForgeAccount = z.infer<typeof LinkedForgeAccount>;

/** Body of `POST /user/forge_accounts`. */
export const LinkedForgeAccountInput = z.object({
  /** Host of the forge, with its port where it has one: as in the address of its pages. */
  host: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, withProblem('empty'))
    .max(255)
    .regex(/^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?(?::\d{1,5})?$/, withProblem('invalid')),
  /** Id of the account, or its login where that is no number; Bitbucket and Azure DevOps know ids alone. */
  account: z
    .string()
    .trim()
    .toLowerCase()
    .min(1, withProblem('empty'))
    .max(128)
    .regex(/^[!-~]+$/, withProblem('visible_ascii'))
    .transform((text) => text.replace(/^@/, '')),
});
export type LinkedForgeAccountInput = z.infer<typeof LinkedForgeAccountInput>;
