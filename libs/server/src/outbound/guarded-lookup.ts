import { lookup } from 'node:dns/promises';
import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import type { AddressFilter } from './address-filter.js';
import { OutboundError } from './outbound-error.js';

/** Every address of a name. */
export type Resolve = (name: string) => Promise<LookupAddress[]>;

/** As the system resolves names. */
export const resolveBySystem: Resolve = (name) => lookup(name, { all: true });

/**
 * A resolver for sockets that hands on checked addresses only: the socket connects to exactly what was checked, so a
 * name that changes between check and connection gains nothing. One forbidden address among several refuses the name.
 */
export function guardedLookup(filter: AddressFilter, resolve: Resolve): LookupFunction {
  return (name, { all }, done) => {
    checkedAddresses(name, filter, resolve).then(
      (addresses) => {
        const [first] = addresses;
        if (all) {
          done(null, addresses);
        } else if (first) {
          done(null, first.address, first.family);
        } else {
          done(new OutboundError('unknown_host'), '');
        }
      },
      (error: Error) => done(error, ''),
    );
  };
}

/**
 * Refuses a name of which the system knows a forbidden address. One that it does not know passes: behind a proxy the proxy
 * alone may resolve names.
 * @throws OutboundError
 */
export async function refuseKnownName(name: string, filter: AddressFilter, resolve: Resolve): Promise<void> {
  await checkedAddresses(name, filter, resolve).catch((error: unknown) => {
    if (error instanceof OutboundError) {
      throw error;
    }
  });
}

async function checkedAddresses(name: string, filter: AddressFilter, resolve: Resolve): Promise<LookupAddress[]> {
  const addresses = await resolve(name);
  if (!filter.permitsHost(name) && !addresses.every(({ address }) => filter.permits(address))) {
    throw new OutboundError('refused');
  }
  return addresses;
}
