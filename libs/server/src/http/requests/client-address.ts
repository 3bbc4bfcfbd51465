import type { IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';

/** Which reverse proxies are believed: how many stand in front, or their addresses and ranges (CIDR); false: none. */
export type TrustedProxies = number | readonly string[] | false;

/**
 * Whether the peer at a number of hops from here, counted from 0, is one of those proxies. A count believes every peer that
 * can reach the port, so it is for ports that the proxy alone can reach.
 */
export function isTrustedProxy(trusted: TrustedProxies): (address: string, hop: number) => boolean {
  if (trusted === false) {
    return () => false;
  }
  return typeof trusted === 'number' ? (_address, hop) => hop < trusted : proxyAddr.compile([...trusted]);
}

/** The address of the client: of `X-Forwarded-For` the entry that the outermost believed proxy has added. */
export function clientAddress(request: IncomingMessage, trusted: TrustedProxies): string {
  return request.socket.remoteAddress === undefined ? '' : proxyAddr(request, isTrustedProxy(trusted));
}
