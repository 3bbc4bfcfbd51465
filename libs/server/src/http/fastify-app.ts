import { NestFactory } from '@nestjs/core';
import { FastifyAdapter, type NestFastifyApplication } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import type { IncomingMessage } from 'node:http';
import { NestLogger } from '../logging/nest-logger.js';
import type { Logger } from '../logging/logger.js';
import { AllowedMethods } from './requests/allowed-methods.js';
import { isTrustedProxy, type TrustedProxies } from './requests/client-address.js';
import { ApiExceptionFilter } from './api-exception.filter.js';
import { answerClientError } from './errors/client-error.js';
import { SpelledResponse } from './header-names.js';
import { closeConnectionsInTime } from './closing-connections.js';
import { DEFAULT_BODY_LIMIT } from './bodies/body-limit.js';
import type { BodySenders } from './bodies/body-reader.js';
import { acceptJsonBodies } from './bodies/json-body.js';
import { UserError } from './errors/errors.js';
import { checkAddresses, refuseAddress } from './requests/request-address.js';
import { logRequests } from './requests/request-log.js';
import { addSecurityHeaders } from './security-headers.js';
import { createValidationPipe } from './bodies/validation.pipe.js';

export interface FastifyAppOptions {
  logger: Logger;
  /** The reverse proxies whose `X-Forwarded-*` is believed. Default none. */
  trustProxy?: TrustedProxies;
  /** Who sends a body; without it nobody is known, and no body may be larger than the default limit. */
  bodySenders?: BodySenders;
  /** True for requests whose body stays a Buffer although it is no `application/octet-stream`. */
  keepRawBody?: (request: FastifyRequest) => boolean;
  /** Translates errors of the app's own kinds into answers; it passes any other unchanged. */
  translateError?: (thrown: unknown) => unknown;
}

/** Bytes of bodies within the default limit that are being received from one address at once. */
const STRANGER_SHARE = 8 * 1024 * 1024;
/** Time to receive one whole request, against senders that trickle. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Longer than the idle time of usual proxies, so that the proxy closes first. */
const KEEP_ALIVE_TIMEOUT_MS = 75_000;

const strangersAlone: BodySenders = {
  stranger: ({ ip }) => ({ key: ip, share: STRANGER_SHARE }),
  known: () => Promise.reject(new UserError(401)),
};

/** Options that `NestFactory.create` and `createNestApplication` of a test need beside the adapter. */
export function nestOptions({ logger }: FastifyAppOptions) {
  return { bodyParser: false, abortOnError: false, logger: new NestLogger(logger) };
}

/** Fastify as we use it: lenient bodies, one trailing slash ignored, security headers, a line per request. */
export function createFastifyAdapter(options: FastifyAppOptions): FastifyAdapter {
  const { logger, trustProxy = false, bodySenders = strangersAlone, keepRawBody = () => false } = options;
  const adapter = new FastifyAdapter({
    trustProxy: trustProxy === false ? false : isTrustedProxy(trustProxy),
    http: { ServerResponse: SpelledResponse },
    bodyLimit: DEFAULT_BODY_LIMIT,
    requestTimeout: REQUEST_TIMEOUT_MS,
    keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
    forceCloseConnections: 'idle',
    // Requests on a connection that is about to end are answered: a proxy repeats no POST.
    return503OnClosing: false,
    rewriteUrl: withoutTrailingSlash,
    routerOptions: { maxParamLength: 500 },
    frameworkErrors: refuseAddress,
    clientErrorHandler: answerClientError,
  });
  const fastify = adapter.getInstance();
  checkAddresses(fastify);
  acceptJsonBodies(fastify, { senders: bodySenders, keepRaw: keepRawBody });
  addSecurityHeaders(fastify);
  logRequests(fastify, logger);
  closeConnectionsInTime(fastify);
  return adapter;
}

/** The one exception filter and the one validation pipe. */
export function configureApp(app: NestFastifyApplication, options: FastifyAppOptions): NestFastifyApplication {
  const { logger, translateError = (thrown) => thrown } = options;
  const methods = new AllowedMethods();
  methods.watch(app.getHttpAdapter().getInstance());
  app.useGlobalFilters(new ApiExceptionFilter(logger, translateError, methods));
  app.useGlobalPipes(createValidationPipe());
  return app;
}

/** A Nest application on Fastify, not listening yet. */
export async function createFastifyApp(module: object, options: FastifyAppOptions): Promise<NestFastifyApplication> {
  const adapter = createFastifyAdapter(options);
  const app = await NestFactory.create<NestFastifyApplication>(module, adapter, nestOptions(options));
  return configureApp(app, options);
}

/** `/api/user/?x=1` → `/api/user?x=1`. No redirect: a redirected POST would lose its body. */
function withoutTrailingSlash({ url = '/' }: Pick<IncomingMessage, 'url'>): string {
  return url.replace(/(?<=[^/])\/(?=$|\?)/, (slash, place: number) => (url.slice(0, place).includes('?') ? slash : ''));
}
