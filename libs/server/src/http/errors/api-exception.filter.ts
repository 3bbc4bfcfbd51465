import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import type { Logger } from '../../logging/logger.js';
import { errorAnswer } from './error-answer.js';
import { pathOf } from '../requests/request-path.js';

/** Retry-After for what is away, overloaded or asked too often, where the route names no other time. */
const RETRY_AFTER_SECONDS = 1;

/** The one exception filter: every error of a route, guard, pipe or body parser is answered here. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly translate: (thrown: unknown) => unknown,
  ) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const request = host.switchToHttp().getRequest<FastifyRequest>();
    const reply = host.switchToHttp().getResponse<FastifyReply>();
    const errorId = randomBytes(6).toString('hex');
    const { status, body, severity } = errorAnswer(this.translate(thrown), errorId);
    if (severity !== 'none') {
      this.logger[severity](
        { err: thrown, errorId, method: request.method, path: pathOf(request) },
        'A request failed',
      );
    }
    if (reply.sent || reply.raw.headersSent) {
      reply.raw.destroy();
      return;
    }
    if (isUnknownRoute(thrown)) {
      void reply.status(404).type('text/plain; charset=utf-8').send('Not Found');
      return;
    }
    if ((status === 503 || status === 429) && !reply.hasHeader('retry-after')) {
      void reply.header('retry-after', RETRY_AFTER_SECONDS);
    }
    void reply
      .status(status)
      .type('application/json; charset=utf-8')
      .send(body ? JSON.stringify(body) : undefined);
  }
}

/** Nest's own exception for a path or method that no route has. */
function isUnknownRoute(thrown: unknown): boolean {
  return thrown instanceof NotFoundException && /^Cannot [A-Z]+ \//.test(thrown.message);
}
