import type { IncomingHttpHeaders } from 'node:http';

/** Methods of requests that change nothing. */
export const SAFE_METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request comes from a page of another site: its `Origin`, or without one its `Referer`, names a host that is
 * neither the one the request was sent to nor the public one. Requests with neither header come from no browser page
 * and are let through (cross-site request forgery).
 * @param publicHost host and port of the public address, or `null`
 */
export function isForeignOrigin(headers: IncomingHttpHeaders, publicHost: string | null): boolean {
  const source = headers.origin ?? headers.referer;
  if (source === undefined) {
    return false;
  }
  const host = hostOf(source);
  return host === null || (host !== headers.host?.toLowerCase() && host !== publicHost);
}

/** Host with a port that is not the scheme's own one, or `null` when the text is no address, such as `null`. */
export function hostOf(address: string): string | null {
  return URL.canParse(address) ? new URL(address).host || null : null;
}
