import { problem } from '@switchyard/contracts';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { BodyBudget, type BodySender, type BodyShare } from './body-budget.js';
import { DEFAULT_BODY_LIMIT, sizeText } from './body-limit.js';
import { drainBody } from './drain-body.js';
import { UserError } from '../errors/errors.js';

/** Who sends a body. */
export interface BodySenders {
  /** Of a body within the default limit, by its address alone. */
  stranger: (request: FastifyRequest) => BodySender;
  /**
   * Of a body that may be larger, before any of it is read.
   * @throws UserError 401 when the request has no known sender
   */
  known: (request: FastifyRequest) => Promise<BodySender>;
}

/** Most bytes of all bodies that are in memory at once. */
const MOST_AT_ONCE = 128 * 1024 * 1024;

declare module 'fastify' {
  interface FastifyRequest {
    /** Set before the body is read when it may be larger than the default limit. */
    bodyShare?: BodyShare;
  }
}

/** Reads bodies within the limit of the route, its sender and of all. */
export class BodyReader {
  private readonly budget = new BodyBudget(MOST_AT_ONCE);

  constructor(private readonly senders: BodySenders) {}

  /**
   * For routes with a limit of their own: identifies the sender of a body that may be larger than the default, and counts it until
   * it is answered.
   */
  async admit(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    if (declaredLength(request) <= DEFAULT_BODY_LIMIT) {
      return;
    }
    try {
      request.bodyShare = this.budget.open(await this.senders.known(request));
    } catch (error) {
      await drainBody(request.raw);
      // An unread rest of the body lets nothing follow it on this connection.
      reply.header('connection', 'close');
      throw error;
    }
    reply.raw.once('close', request.bodyShare.release);
  }

  /** @throws UserError 413, when the sender has sent the rest and can read the answer */
  async read(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
    try {
      return await this.readWithin(request, payload);
    } catch (error) {
      await drainBody(payload);
      throw error;
    }
  }

  private async readWithin(request: FastifyRequest, payload: IncomingMessage): Promise<Buffer> {
    const limit = request.routeOptions.bodyLimit;
    const length = declaredLength(request);
    if (Number.isFinite(length)) {
      requireRoom(length, limit);
    }
    if (request.bodyShare) {
      return collect(payload, limit, request.bodyShare);
    }
    const share = this.budget.open(this.senders.stranger(request));
    try {
      return await collect(payload, limit, share);
    } finally {
      share.release();
    }
  }
}

/** Infinity when the length is not declared (chunked). */
function declaredLength({ headers }: FastifyRequest): number {
  const { 'content-length': length, 'transfer-encoding': encoding } = headers;
  return length === undefined ? (encoding === undefined ? 0 : Infinity) : Number(length);
}

function collect(payload: IncomingMessage, limit: number, share: BodyShare): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    const stop = (): void => {
      payload.off('data', take).off('end', finish).off('error', fail);
    };
    const fail = (error: unknown): void => {
      stop();
      reject(error instanceof UserError ? error : new UserError(400, problem('body_incomplete')));
    };
    const finish = (): void => {
      stop();
      resolve(Buffer.concat(chunks, size));
    };
    const take = (chunk: Buffer): void => {
      size += chunk.length;
      try {
        requireRoom(size, limit);
        share.take(chunk.length);
        chunks.push(chunk);
      } catch (error) {
        fail(error);
      }
    };
    if (payload.destroyed) {
      fail(null);
      return;
    }
    payload.on('data', take).on('end', finish).on('error', fail);
    payload.resume();
  });
}

function requireRoom(size: number, limit: number): void {
  if (size > limit) {
    throw new UserError(413, problem('body_too_large', { size: sizeText(limit) }));
  }
}
