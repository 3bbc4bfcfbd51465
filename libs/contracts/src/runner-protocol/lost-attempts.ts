import { z } from 'zod';
import { MAX_STATE_BYTES } from '../terraform/state-bounds.js';
import { Outcome } from './finish.js';
import { AttemptLease, Order } from './messages.js';
import { SealedHead } from './sealed-frame.js';

/**
 * Body of `lost`: the lease of this attempt is lost, may its tool go on all the same? The tool may while its attempt has the
 * lock of a state, because killing it would lose what it made.
 */
export const LostRequest = AttemptLease;

/** `order` is carried out by a tool that goes on. */
export const LostAnswer = z.object({ goes_on: z.boolean(), order: Order });
export type LostAnswer = z.infer<typeof LostAnswer>;

/**
 * Body of `settle`: nothing of an attempt runs on the machine of the runner any more, although its end could not be reported by
 * `finish`. Frees the lock that a lost attempt still has. `outcome` is how its tool ended; null = it was killed, has never begun,
 * or nobody knows. Answers 204, once or many times.
 */
export const SettleRequest = AttemptLease.extend({ outcome: Outcome.nullable(), exit_code: z.int().nullable() });
export type SettleRequest = z.infer<typeof SettleRequest>;

/**
 * Head of a `kept-state` call: a state that the tool of an attempt could not save. `login` and `password` are those by which the
 * job reached its state, and prove which workspace it is of. The body is a `SealedFrame` of the state, compressed (gzip): at most
 * MAX_STATE_BYTES before that.
 *
 * It may come long after the end of the attempt, and has an effect once. The control plane offers it to people beside the versions
 * of the workspace. Answers 204; 429 while too many of the workspace wait for a decision.
 */
export const KeptStateHead = AttemptLease.extend({
  ...SealedHead.shape,
  login: z.string().max(64),
  password: z.string().max(1_024),
});
export type KeptStateHead = z.infer<typeof KeptStateHead>;

/** Most bytes of the request: the state, its head, and what compression and sealing may add to bytes that do not shrink. */
export const MAX_KEPT_STATE_REQUEST_BYTES = MAX_STATE_BYTES + 65_536;
