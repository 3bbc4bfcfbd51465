import type { FastifyInstance } from 'fastify';
import type { Logger } from '../logging/logger.js';
import { pathOf } from './request-path.js';

/** One line a request: no query, no header, no body. Failures of ours as warnings, the rest at `debug`. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', async (request, reply) => {
    const record = {
      method: request.method,
      path: pathOf(request),
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
    };
    logger[reply.statusCode >= 500 ? 'warn' : 'debug'](record, 'Request');
  });
}
