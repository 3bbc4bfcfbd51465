import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { describeHeader } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { badRequest } from './refusals.js';

/** 1 to 255 visible ASCII characters, in the quotes of a structured field or without. */
const KEY = /^(?:"([!#-~]{1,255})"|([!#-~]{1,255}))$/;

/** @throws 400 when the text is no key */
function parseIdempotencyKey(text: string | undefined): string | null {
  if (text === undefined) {
    return null;
  }
  const found = KEY.exec(text);
  if (!found) {
    throw badRequest('idempotency_key');
  }
  return found[1] ?? found[2] ?? null;
}

const HEADER = {
  name: 'Idempotency-Key',
  description: 'Names this one request: sent again with the same key it starts nothing more and is answered alike.',
};

/** Key of this one request by its client (draft-ietf-httpapi-idempotency-key-header), or null. */
export const IdempotencyKey = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null => {
    const text = context.switchToHttp().getRequest<FastifyRequest>().headers['idempotency-key'];
    return parseIdempotencyKey(typeof text === 'object' ? text.join() : text);
  },
  [(target, method) => describeHeader(HEADER, target, method)],
);
