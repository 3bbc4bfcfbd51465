import { applyDecorators, SetMetadata } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';

/** Bytes in a MiB. */
export const MEBIBYTE = 1024 * 1024;
/** Most bytes of a body on a route that declares nothing else, and of a sender who is not known yet. */
export const DEFAULT_BODY_LIMIT = 64 * 1024;

/**
 * Most bytes of the body of this route, for callers who are known; a larger one is answered 413.
 * @param values most values of its JSON, where the default is too little
 */
export const BodyLimit = (bytes: number, values?: number): MethodDecorator =>
  applyDecorators(
    RouteConfig({ bodyLimit: bytes, ...(values && { jsonValues: values }) }),
    SetMetadata(OPEN_API_MEMBERS, { [BODY_LIMIT_MEMBER]: bytes }),
  );

/** The body of this route is not read: its handler reads it from the request, and bounds it. */
export const StreamedBody = (): MethodDecorator => RouteConfig({ streamedBody: true });

/** Member of a route's description with its limit in bytes. */
export const BODY_LIMIT_MEMBER = 'x-body-limit';
/** Where `@nestjs/swagger` looks for such members; a literal, so that routes do not load it. */
const OPEN_API_MEMBERS = 'swagger/apiExtension';

type Admission = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

declare module 'fastify' {
  interface FastifyContextConfig {
    bodyLimit?: number;
    jsonValues?: number;
    streamedBody?: boolean;
  }
}

/**
 * Hands what {@link BodyLimit} declares to Fastify.
 * @param admit called on these routes before a body is read
 */
export function applyBodyLimits(fastify: FastifyInstance, admit: Admission): void {
  fastify.addHook('onRoute', (route) => {
    const limit = route.config?.bodyLimit;
    if (limit !== undefined) {
      route.bodyLimit = limit;
      route.preParsing = async (request, reply, payload) => {
        await admit(request, reply);
        return payload;
      };
    }
  });
}

/** A number of bytes in KiB or MiB, rounded up. */
export function sizeText(limit: number): string {
  const [size, unit] = limit < 1_048_576 ? [limit / 1024, 'KiB'] : [limit / 1_048_576, 'MiB'];
  return `${Math.ceil(size)} ${unit}`;
}
