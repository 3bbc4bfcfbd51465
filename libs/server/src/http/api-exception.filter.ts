import { Catch, NotFoundException, type ArgumentsHost, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomBytes } from 'node:crypto';
import { problem } from '@switchyard/contracts';
import type { Logger } from '../logging/logger.js';
import { errorAnswer } from './errors/error-answer.js';
import { problemBody, type ProblemBody } from './errors/errors.js';
import type { AllowedMethods } from './requests/allowed-methods.js';
import { pathOf } from './requests/request-path.js';

/** Retry-After for what is away, overloaded or asked too often, where the route names no other time. */
const RETRY_AFTER_SECONDS = 1;

/** The one exception filter: every error of a route, guard, pipe or body parser is answered here. */
@Catch()
export class ApiExceptionFilter implements ExceptionFilter {
  constructor(
    private readonly logger: Logger,
    private readonly translate: (thrown: unknown) => unknown,
    private readonly methods: AllowedMethods,
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
      this.answerUnknown(request, reply);
      return;
    }
    if ((status === 503 || status === 429) && !reply.hasHeader('retry-after')) {
      void reply.header('retry-after', RETRY_AFTER_SECONDS);
    }
    sendProblem(reply, status, body);
  }

  /** 404 as text, as existing clients expect; another method of a known address is 405 (RFC 9110, section 15.5.6). */
  private answerUnknown(request: FastifyRequest, reply: FastifyReply): void {
    const allowed = this.methods.at(pathOf(request));
    if (allowed.length === 0) {
      void reply.status(404).type('text/plain; charset=utf-8').send('Not Found');
      return;
    }
    const methods = allowed.join(', ');
    void reply.header('allow', methods);
    if (request.method === 'OPTIONS') {
      void reply.status(204).send();
      return;
    }
    sendProblem(reply, 405, problemBody(problem('method_not_allowed', { methods })));
  }
}

function sendProblem(reply: FastifyReply, status: number, body: ProblemBody): void {
  void reply.status(status).type('application/json; charset=utf-8').send(JSON.stringify(body));
}

/** Nest's own exception for a path or method that no route has. */
function isUnknownRoute(thrown: unknown): boolean {
  return thrown instanceof NotFoundException && /^Cannot [A-Z]+ \//.test(thrown.message);
}
