import { createHash } from 'node:crypto';
import { createParamDecorator, type ExecutionContext } from '@nestjs/common';
import { describeHeader } from '@switchyard/server';
import type { FastifyRequest } from 'fastify';
import { refusal } from './refusals.js';

/** Characters of a tag: 132 bits. */
const LENGTH = 22;

/** Name of a state for the header `ETag` (RFC 9110, section 8.8.3): equal states have equal names. */
export function entityTag(state: unknown): string {
  return `"${createHash('sha256').update(JSON.stringify(state)).digest('base64url').slice(0, LENGTH)}"`;
}

const HEADER = {
  name: 'If-Match',
  description:
    'The `ETag` of the state that was read; 412 when somebody has changed it since. Without it every state is replaced.',
};

/** The header `If-Match`: the states of which one must be the present one; `null` = any. */
export const IfMatch = createParamDecorator(
  (_: unknown, context: ExecutionContext): string | null =>
    context.switchToHttp().getRequest<FastifyRequest>().headers['if-match'] ?? null,
  [(target, method) => describeHeader(HEADER, target, method)],
);

/**
 * Refuses a change that was made on another state than the present one.
 * @param expected value of `If-Match`; a proxy that compresses answers makes their tags weak, so these count as well
 * @throws 412
 */
export function requireMatch(expected: string | null, present: string): void {
  if (expected === null || expected.trim() === '*') {
    return;
  }
  const tags = expected.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!tags.includes(present)) {
    throw refusal(412, 'changed_since_read');
  }
}
