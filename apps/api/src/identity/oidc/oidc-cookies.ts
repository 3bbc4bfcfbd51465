import { SignInError } from '@switchyard/contracts';
import type { CookiePlace } from '../../auth/access/session-cookie.js';

/** Holds the question to a provider until its answer comes. */
const STATE_COOKIE = 'oauthstate';
/** Shows the sign-in page once why the last sign-in by a provider failed. */
const FAILURE_COOKIE = 'signinfailure';
const FAILURE_SECONDS = 60;

/** @param seconds how long the question stands */
export const stateCookie = (sealed: string, seconds: number, place: CookiePlace): string =>
  cookie(STATE_COOKIE, sealed, seconds, place);

export const clearedStateCookie = (place: CookiePlace): string => cookie(STATE_COOKIE, '', 0, place);

export const readStateCookie = (header: string | undefined): string | null => readCookie(header, STATE_COOKIE);

export const failureCookie = (failure: SignInError, place: CookiePlace): string =>
  cookie(FAILURE_COOKIE, failure, FAILURE_SECONDS, place);

export const clearedFailureCookie = (place: CookiePlace): string => cookie(FAILURE_COOKIE, '', 0, place);

/** The failure that this browser was sent; `null` without one, and for any other text. */
export const readFailureCookie = (header: string | undefined): SignInError | null =>
  SignInError.safeParse(readCookie(header, FAILURE_COOKIE)).data ?? null;

/** Sent along when a provider sends the browser back, which is a top-level navigation: `Lax` allows that. */
function cookie(name: string, value: string, seconds: number, { path, secure }: CookiePlace): string {
  return `${name}=${value}; Path=${path}; Max-Age=${seconds}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

function readCookie(header: string | undefined, name: string): string | null {
  const pair = (header ?? '').split(';').find((part) => part.trim().startsWith(`${name}=`));
  return pair?.trim().slice(name.length + 1) ?? null;
}
