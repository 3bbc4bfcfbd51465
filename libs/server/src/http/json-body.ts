import type { FastifyInstance, FastifyRequest } from 'fastify';
import { UserError } from './errors.js';

/** Deeper JSON than any of ours; walking it would cost the stack. */
const MAX_JSON_DEPTH = 100;

/** `type/subtype` (RFC 9110, section 8.3.1), with or without parameters. */
const contentType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;.*)?$/;

/**
 * Makes every body JSON whatever its Content-Type says (clients send files as text, or name no type), but keeps
 * `application/octet-stream` as a Buffer, and every body for which `keepRaw` answers true. An empty body is `undefined`.
 */
export function acceptJsonBodies(fastify: FastifyInstance, keepRaw: (request: FastifyRequest) => boolean): void {
  fastify.addHook('onRequest', ({ headers }, _, done) => {
    // Fastify answers 415 to a type of no known form before any parser is asked.
    if (headers['content-type'] !== undefined && !contentType.test(headers['content-type'])) {
      headers['content-type'] = 'text/plain';
    }
    done();
  });
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer' },
    async (_: FastifyRequest, body: Buffer) => body,
  );
  fastify.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) =>
    keepRaw(request) ? body : parseJson(body),
  );
}

function parseJson(body: Buffer): unknown {
  if (body.length === 0) {
    return undefined;
  }
  if (isTooDeep(body)) {
    throw new UserError(400, `The body is nested more than ${MAX_JSON_DEPTH} levels deep`);
  }
  try {
    return JSON.parse(body.toString('utf8'), withoutPrototype) as unknown;
  } catch {
    throw new UserError(400);
  }
}

/** A member of this name would change the prototype of an object it is copied into. */
function withoutPrototype(this: unknown, name: string, value: unknown): unknown {
  return name === '__proto__' ? undefined : value;
}

function isTooDeep(body: Buffer): boolean {
  let depth = 0;
  let inText = false;
  for (let at = 0; at < body.length; at += 1) {
    const byte = body[at];
    if (inText) {
      // A backslash hides the byte after it.
      at += byte === 0x5c ? 1 : 0;
      inText = byte !== 0x22;
    } else if (byte === 0x22) {
      inText = true;
    } else if (byte === 0x7b || byte === 0x5b) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) {
        return true;
      }
    } else if (byte === 0x7d || byte === 0x5d) {
      depth -= 1;
    }
  }
  return false;
}
