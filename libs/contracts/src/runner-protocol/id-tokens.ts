import { z } from 'zod';
import { MAX_ID_TOKENS } from '../template/id-token-bounds.js';
import { AttemptLease } from './messages.js';

/**
 * Body of `id-tokens`, which asks for the ID tokens of an attempt, after its checkout and again before they expire. The commit is the one that
 * was checked out, the branch the one whose head it is. A control plane that is older than the call answers 404.
 */
export const IdTokensRequest = AttemptLease.extend({
  commit_hash: z
    .string()
    .max(64)
    .regex(/^[0-9a-f]{4,64}$/)
    .optional(),
  commit_branch: z.string().min(1).max(255).optional(),
});
export type IdTokensRequest = z.infer<typeof IdTokensRequest>;

/** Answer of `id-tokens`: `nacl.box` of the UTF-8 JSON of {@link GivenIdTokens}, sealed to the runner, base64. */
export const IdTokensAnswer = z.object({ nonce: z.string(), sealed: z.string() });
export type IdTokensAnswer = z.infer<typeof IdTokensAnswer>;

/** ID tokens of one attempt, by their variables. */
export const GivenIdTokens = z.object({
  tokens: z.array(z.object({ variable: z.string(), token: z.string().min(1) })).max(MAX_ID_TOKENS),
  /** Seconds from now for which all of them are valid. */
  seconds: z.int().min(1),
});
export type GivenIdTokens = z.infer<typeof GivenIdTokens>;
