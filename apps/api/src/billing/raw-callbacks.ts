import type { FastifyRequest } from 'fastify';

/** True for callbacks of gateways, whose body must stay bytes: signatures cover the bytes. */
export const isCallback = (request: Pick<FastifyRequest, 'url'>): boolean =>
  request.url.startsWith('/billing/callbacks/');
