import { SESSION_COOKIE } from '@switchyard/contracts';
import type { FastifyRequest } from 'fastify';

const PATTERN = new RegExp(`^${SESSION_COOKIE}=([A-Za-z0-9_-]{1,128})$`);

/**
 * The session secret of a `Cookie` header, or `null`. Foreign pairs and bare words are skipped: some clients send the
 * whole `Set-Cookie` value back, attributes included.
 */
export function readSessionCookie(header: string | undefined): string | null {
  for (const part of (header ?? '').split(';')) {
    const value = PATTERN.exec(part.trim())?.[1];
    if (value !== undefined) {
      return value;
    }
  }
  return null;
}

/** Where a browser sends a cookie. */
export interface CookiePlace {
  /** Below this path: of two servers on one host, each gets its own. */
  path: string;
  /** By HTTPS alone. */
  secure: boolean;
}

/** `Set-Cookie` of a new session: gone when the browser closes, out of reach of scripts and of foreign POSTs. */
export function sessionCookie(secret: string, place: CookiePlace): string {
  return `${SESSION_COOKIE}=${secret}; ${attributes(place)}`;
}

/** `Set-Cookie` that removes the session cookie. */
export function expiredSessionCookie(place: CookiePlace): string {
  return `${SESSION_COOKIE}=; Expires=Thu, 01 Jan 1970 00:00:00 GMT; ${attributes(place)}`;
}

function attributes({ path, secure }: CookiePlace): string {
  return `Path=${path}; HttpOnly; SameSite=Lax${secure ? '; Secure' : ''}`;
}

/** Whether the browser reaches us by HTTPS, so that the cookie must never travel without it. */
export function isSecureRequest(
  { protocol, headers }: Pick<FastifyRequest, 'protocol' | 'headers'>,
  webHost: string | undefined,
): boolean {
  return webHost?.startsWith('https:') === true || protocol === 'https' || headers['x-forwarded-proto'] === 'https';
}
