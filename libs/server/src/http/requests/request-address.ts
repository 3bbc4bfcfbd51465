import { problem, type Problem } from '@switchyard/contracts';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { problemBody, UserError } from '../errors/errors.js';

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
    .send(JSON.stringify(problemBody(problem('address_encoding'))));
}

function addressFault(address: string): [status: number, fault: Problem] | null {
  if (address.length > MAX_ADDRESS) {
    return [414, problem('address_too_long', { max: MAX_ADDRESS })];
  }
  const query = address.indexOf('?');
  if (query !== -1 && address.split('&', MAX_MEMBERS + 1).length > MAX_MEMBERS) {
    return [400, problem('query_members', { max: MAX_MEMBERS })];
  }
  return address.includes('%') ? encodingFault(address) : null;
}

function encodingFault(address: string): [status: number, fault: Problem] | null {
  try {
    return decodeURIComponent(address).includes('\0') ? [400, problem('address_nul')] : null;
  } catch {
    return [400, problem('address_encoding')];
  }
}
