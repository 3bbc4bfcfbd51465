import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from '../../logging/logger.js';
import { pathOf } from './request-path.js';

/** One line a request: no query, no header, no body. Failures of ours as warnings, the rest at `debug`. */
export function logRequests(fastify: FastifyInstance, logger: Logger): void {
  fastify.addHook('onResponse', (request, reply, done) => {
    const level = reply.statusCode >= 500 ? 'warn' : 'debug';
    if (logger.isLevelEnabled(level)) {
      logger[level](recordOf(request, reply), 'Request');
    }
    done();
  });
}

const recordOf = (request: FastifyRequest, reply: FastifyReply): object => ({
  method: request.method,
  path: pathOf(request),
  status: reply.statusCode,
  ms: Math.round(reply.elapsedTime),
  ip: request.ip,
});
