import type { NestFastifyApplication } from '@nestjs/platform-fastify';
import { ErrorBody, Health } from '@switchyard/contracts';
import { convertSchema, furtherAnswers, SUCCESS_RESPONSE, type SuccessResponse } from '@switchyard/server';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { refusalsOf } from '../app/open-api/route-refusals.js';
import { everyRoute } from './routes.js';

/** Holds every answer of an app against the OpenAPI description of its route. */
export class ResponseConformance {
  /** Names of the routes with an answer of success that fitted. */
  readonly seen = new Set<string>();
  /** Answers that did not fit, one line each. */
  readonly faults: string[] = [];

  watch(app: NestFastifyApplication): void {
    const fastify = app.getHttpAdapter().getInstance();
    fastify.addHook('onSend', (request: FastifyRequest, reply: FastifyReply, payload: unknown, done) => {
      this.hold(request, reply, payload);
      done(null, payload);
    });
  }

  private hold(request: FastifyRequest, reply: FastifyReply, payload: unknown): void {
    const route = ROUTES.get(`${request.method} ${request.routeOptions.url ?? ''}`);
    const isKnown = route?.statuses.has(reply.statusCode) ?? true;
    const fault = route && (isKnown ? faultOf(route.success, reply, payload) : 'is no status of the document');
    if (fault) {
      this.faults.push(`${route.name} ${reply.statusCode}: ${fault}`);
    } else if (route && reply.statusCode < 300) {
      this.seen.add(route.name);
    }
  }
}

interface KnownRoute {
  name: string;
  success: SuccessResponse | undefined;
  statuses: ReadonlySet<number>;
}

const successOf = (handler: object, method: string): number =>
  (Reflect.getMetadata('__httpCode__', handler) as number | undefined) ?? (method === 'POST' ? 201 : 200);

const ROUTES: ReadonlyMap<string, KnownRoute> = new Map(
  everyRoute().map(({ name, method, path, handler, controller }) => [
    `${method} /${path.replace(/^\/|\/$/g, '')}`,
    {
      name,
      success: Reflect.getMetadata(SUCCESS_RESPONSE, handler) as SuccessResponse | undefined,
      statuses: new Set([
        successOf(handler, method),
        ...furtherAnswers(handler).empty,
        ...Object.keys(refusalsOf({ controller, handler })).map(Number),
        413,
        415,
      ]),
    },
  ]),
);

const JSON_TYPE = ['application/json'];

/** Returns the fault of an answer, undefined = none. Of a stream its media type alone is checked. */
function faultOf(success: SuccessResponse | undefined, reply: FastifyReply, payload: unknown): string | undefined {
  const { statusCode } = reply;
  if (statusCode < 300) {
    return faultOfSuccess(success, reply, payload);
  }
  if (statusCode < 400) {
    return undefined;
  }
  if (!payload) {
    return 'has no body';
  }
  const fault = faultOfJson(ErrorBody, reply, payload);
  return fault && isHealth(reply, success) ? faultOfSuccess(success, reply, payload) : fault;
}

/** The health of a system that is not ready is answered 503. */
const isHealth = ({ statusCode }: FastifyReply, success: SuccessResponse | undefined): boolean =>
  statusCode === 503 && success !== undefined && 'schema' in success && success.schema === Health;

function faultOfSuccess(
  success: SuccessResponse | undefined,
  reply: FastifyReply,
  payload: unknown,
): string | undefined {
  if (!success) {
    return payload ? 'has a body that the route does not declare' : undefined;
  }
  if ('schema' in success) {
    return payload ? faultOfJson(success.schema, reply, payload) : faultOfNothing(reply);
  }
  return payload ? mediaTypeFault(success.mediaTypes, reply) : undefined;
}

/** Success without a body is what a route declares as a status of its own. */
const faultOfNothing = ({ statusCode }: FastifyReply): string | undefined =>
  statusCode === 204 ? undefined : 'has no body';

const faultOfJson = (schema: z.ZodType, reply: FastifyReply, payload: unknown): string | undefined =>
  mediaTypeFault(JSON_TYPE, reply) ?? (typeof payload === 'string' ? schemaFault(schema, payload) : undefined);

function mediaTypeFault(types: readonly string[], reply: FastifyReply): string | undefined {
  const sent = String(reply.getHeader('content-type')).split(';')[0];
  return types.some((type) => type.split(';')[0] === sent) ? undefined : `is ${sent}, not ${types.join(' or ')}`;
}

const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: false }));
const validators = new Map<z.ZodType, ValidateFunction>();

function schemaFault(schema: z.ZodType, body: string): string | undefined {
  const known = validators.get(schema) ?? ajv.compile(convertSchema(schema, 'output')?.schema ?? {});
  validators.set(schema, known);
  return known(JSON.parse(body)) ? undefined : ajv.errorsText(known.errors);
}
