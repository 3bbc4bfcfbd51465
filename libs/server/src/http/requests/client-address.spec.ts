import type { IncomingMessage } from 'node:http';
import { describe, expect, it } from '@jest/globals';
import { clientAddress, type TrustedProxies } from './client-address.js';

/** Request that the proxy at `peer` passes on when the client has sent `forged` itself. */
const requestOf = (peer: string, forwarded: string): IncomingMessage =>
  ({ socket: { remoteAddress: peer }, headers: { 'x-forwarded-for': forwarded } }) as unknown as IncomingMessage;

describe(clientAddress.name, () => {
  it.each<[string, TrustedProxies, string, string, string]>([
    ['the peer, without proxies', false, '198.51.100.7', '203.0.113.1', '198.51.100.7'],
    ['what the only proxy has added', 1, '10.0.0.1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['what the first of two has added', 2, '10.0.0.1', '203.0.113.1, 198.51.100.7, 10.0.0.2', '198.51.100.7'],
    ['what a proxy of a range has added', ['10.0.0.0/8'], '10.0.0.1', '203.0.113.1, 198.51.100.7', '198.51.100.7'],
    ['the peer, when it is in no range', ['10.0.0.0/8'], '198.51.100.7', '203.0.113.1', '198.51.100.7'],
  ])('should be %s', (_, trusted, peer, forwarded, expected) => {
    expect(clientAddress(requestOf(peer, forwarded), trusted)).toBe(expected);
  });
});
