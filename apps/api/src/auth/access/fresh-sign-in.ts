import { SetMetadata } from '@nestjs/common';
import { ErrorCode } from '@switchyard/contracts';
import { forbidden } from '../../platform/http/refusals.js';
import type { Caller } from './caller.js';

/** Minutes for which a session is fresh after its user signed in or confirmed by password or code who he is. */
export const FRESH_MINUTES = 10;

/**
 * How a route that touches sign-in requires a fresh session: `always`, and never a token; `accounts` and
 * `lasting` (for what still acts after its maker's session or token has ended) likewise, but for tokens with that scope; of
 * `sessions` alone, as what a token makes there ends no later than the token; `by-change` when the handler finds that the
 * body touches sign-in, `lasting-by-body` when it brings members or addresses.
 */
export type FreshSignInRule = 'always' | 'accounts' | 'lasting' | 'sessions' | 'by-change' | 'lasting-by-body';

/** Metadata key under which a handler carries its {@link FreshSignInRule}. */
export const FRESH_SIGN_IN = 'switchyard:fresh-sign-in';

/**
 * A session alone must not be enough for what changes how people sign in, or lives longer than the session: passwords,
 * emails, second factors, accounts, tokens, runners, members, addresses, apps, links. The guard of the app enforces it.
 */
export const FreshSignIn = (rule: FreshSignInRule = 'always'): MethodDecorator => SetMetadata(FRESH_SIGN_IN, rule);

/** @throws 403 for a token, which touches no sign-in */
export function requireSession({ via }: Caller): void {
  if (via === 'token') {
    throw forbidden(ErrorCode.sessionRequired);
  }
}

/** @throws 403 for a token, and for a session whose user has to confirm who he is */
export function requireFreshSignIn(caller: Caller): void {
  requireSession(caller);
  if (!caller.fresh) {
    throw forbidden(ErrorCode.reauthenticationRequired);
  }
}

/** As {@link requireFreshSignIn}, for changes of accounts: an administrator may give a token the right to make them. */
export function requireAccountChange(caller: Caller): void {
  const isGiven = caller.admin && caller.via === 'token' && caller.scopes.includes('accounts');
  if (!isGiven) {
    requireFreshSignIn(caller);
  }
}

/** As {@link requireFreshSignIn}, for what still acts after the session or token has ended: a token may have that scope. */
export function requireLasting(caller: Caller): void {
  if (!(caller.via === 'token' && caller.scopes.includes('lasting'))) {
    requireFreshSignIn(caller);
  }
}

/** Enforces the rule of a route about fresh sign-ins. @throws 403 */
export function enforceFreshSignIn(rule: FreshSignInRule | undefined, caller: Caller): void {
  if (rule === 'always' || (rule === 'sessions' && caller.via === 'session')) {
    requireFreshSignIn(caller);
  }
  if (rule === 'accounts') {
    requireAccountChange(caller);
  }
  if (rule === 'lasting') {
    requireLasting(caller);
  }
}

/** The earlier of a requested end and that of the calling token; `null` = never. */
export function endWithin({ tokenEnd }: Caller, requested: Date | null): Date | null {
  return tokenEnd !== null && (requested === null || requested > tokenEnd) ? tokenEnd : requested;
}
