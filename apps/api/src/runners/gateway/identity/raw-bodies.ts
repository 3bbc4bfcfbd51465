import type { FastifyRequest } from 'fastify';

/** True for calls whose body must stay bytes, whatever its content type: a runner's signature covers the bytes. */
export const isRunnerCall = (request: Pick<FastifyRequest, 'url'>): boolean =>
  request.url.startsWith('/api/runner-gateway/');
