import type { FastifyRequest } from 'fastify';

/** Without the query, which may hold a token. */
export function pathOf(request: FastifyRequest): string {
  return request.url.split('?', 1)[0] ?? '';
}
