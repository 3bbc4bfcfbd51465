import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { LOG_LINK_HEADER } from '@switchyard/contracts';
import { describeHeader } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import type { LinkedLog } from '../log-link.repository.js';

declare module 'fastify' {
  interface FastifyRequest {
    openedLog?: LinkedLog;
  }
}

const HEADER = {
  name: LOG_LINK_HEADER,
  description: 'The token of the link. One that is unknown, expired or revoked answers 404.',
};

/** Log to which the link of the request leads, on routes whose guard found it. */
export const OpenedLog = createParamDecorator(
  (_: unknown, context: ExecutionContext): LinkedLog => {
    const { openedLog } = context.switchToHttp().getRequest<FastifyRequest>();
    if (!openedLog) {
      throw new Error('This route has no link to a log: it does not carry the guard that finds it');
    }
    return openedLog;
  },
  [(target, method) => describeHeader(HEADER, target, method)],
);
