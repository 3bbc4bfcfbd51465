import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UserError } from '../errors/errors.js';

/** Longest path with query, in characters. */
const MAX_ADDRESS = 8192;
/** Most members of a query. */
const MAX_MEMBERS = 100;

/** Bounds of paths and queries, for every route: their length, number of members, and text that can be stored. */
export function checkAddresses(fastify: FastifyInstance): void {
  fastify.addHook('onRequest', ({ raw }, _, done) => {
    const fault = addressFault(raw.url ?? '');
    done(fault === null ? undefined : new UserError(...fault));
  });
}

/** The answer to an address that Fastify's router does not understand. */
export function refuseAddress(_error: FastifyError, _request: FastifyRequest, reply: FastifyReply): void {
  void reply
    .status(400)
    .type('application/json; charset=utf-8')
    .send(JSON.stringify({ error: NOT_UTF8 }));
}

const NOT_UTF8 = 'The address is not percent-encoded UTF-8';

function addressFault(address: string): [status: number, message: string] | null {
  if (address.length > MAX_ADDRESS) {
    return [414, `The address is longer than ${MAX_ADDRESS} characters`];
  }
  const query = address.indexOf('?');
  if (query !== -1 && address.split('&', MAX_MEMBERS + 1).length > MAX_MEMBERS) {
    return [400, `The query has more than ${MAX_MEMBERS} members`];
  }
  return address.includes('%') ? encodingFault(address) : null;
}

function encodingFault(address: string): [status: number, message: string] | null {
  try {
    return decodeURIComponent(address).includes('\0') ? [400, 'The address must not contain the NUL character'] : null;
  } catch {
    return [400, NOT_UTF8];
  }
}
