import { StringDecoder } from 'node:string_decoder';
import { setImmediate } from 'node:timers/promises';
import { JsonError, parseJson, problem } from '@switchyard/contracts';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUtf8 } from 'node:buffer';
import type { IncomingMessage } from 'node:http';
import { applyBodyLimits } from './body-limit.js';
import { BodyReader, type BodySenders } from './body-reader.js';
import { UserError } from '../errors/errors.js';

export interface JsonBodyOptions {
  senders: BodySenders;
  /** True for requests whose body stays a Buffer although it is no `application/octet-stream`. */
  keepRaw: (request: FastifyRequest) => boolean;
}

/** From here on the steps of reading a body are apart, so that other work gets its turn between them. */
export const LARGE_BODY_BYTES = 512 * 1024;

/** `type/subtype` (RFC 9110, section 8.3.1), with or without parameters. */
const contentType = /^[\w!#$%&'*+.^`|~-]+\/[\w!#$%&'*+.^`|~-]+\s*(;.*)?$/;

/**
 * Makes every body JSON whatever its Content-Type (clients send files as text, or name no type), but keeps
 * `application/octet-stream` as a Buffer, and every body for which `keepRaw` answers true. An empty body is `undefined`, and
 * so is one of a route with `StreamedBody`, which is left unread.
 * Sizes are bounded by `BodyLimit`, contents by `parseJson` of the contracts.
 */
export function acceptJsonBodies(fastify: FastifyInstance, { senders, keepRaw }: JsonBodyOptions): void {
  const reader = new BodyReader(senders);
  const read = async (request: FastifyRequest, payload: IncomingMessage): Promise<Buffer | undefined> =>
    isStreamed(request) ? undefined : reader.read(request, payload);
  const parse = async (request: FastifyRequest, payload: IncomingMessage): Promise<unknown> => {
    if (isStreamed(request)) {
      return undefined;
    }
    const body = await reader.read(request, payload);
    const parsed = body.length > LARGE_BODY_BYTES ? parseJsonInTurns : parseJsonBody;
    return keepRaw(request) ? body : parsed(body, request.routeOptions.config.jsonValues);
  };
  fastify.addHook('onRequest', ({ headers }, _, done) => {
    // Fastify answers 415 to a type of no known form before any parser runs.
    if (headers['content-type'] !== undefined && !contentType.test(headers['content-type'])) {
      headers['content-type'] = 'text/plain';
    }
    done();
  });
  applyBodyLimits(fastify, (request, reply) => reader.admit(request, reply));
  fastify.removeAllContentTypeParsers();
  fastify.addContentTypeParser('application/octet-stream', read);
  fastify.addContentTypeParser('*', parse);
}

const isStreamed = ({ routeOptions }: FastifyRequest): boolean => routeOptions.config.streamedBody === true;

/**
 * The JSON of a body that is kept as bytes; `undefined` = the body is empty.
 * @throws UserError 400 naming what is wrong, and where
 */
export function parseJsonBody(body: Buffer, maxValues?: number): unknown {
  if (body.length === 0) {
    return undefined;
  }
  if (!isUtf8(body)) {
    throw new UserError(400, problem('body_not_utf8'));
  }
  try {
    return parseJson(body.toString('utf8'), maxValues);
  } catch (error) {
    throw error instanceof JsonError ? refusal(error) : error;
  }
}

/** Bytes that are decoded without a pause, some milliseconds. */
const TURN_BYTES = 1024 * 1024;

/** As {@link parseJsonBody}, for a large body: other work gets its turn between the steps. */
export async function parseJsonInTurns(body: Buffer, maxValues?: number): Promise<unknown> {
  if (!isUtf8(body)) {
    throw new UserError(400, problem('body_not_utf8'));
  }
  const [decoder, parts] = [new StringDecoder('utf8'), [] as string[]];
  for (let from = 0; from < body.length; from += TURN_BYTES) {
    await setImmediate();
    parts.push(decoder.write(body.subarray(from, from + TURN_BYTES)));
  }
  await setImmediate();
  try {
    return parseJson(parts.join(''), maxValues);
  } catch (error) {
    throw error instanceof JsonError ? refusal(error) : error;
  }
}

const refusal = ({ problem: fault }: JsonError): UserError => new UserError(400, problem('body_json', { fault }));
