import * as contracts from '@switchyard/contracts';
import { RUNNER_HEADERS, SESSION_COOKIE } from '@switchyard/contracts';
import { errorResponse, type OpenApiOptions } from '@switchyard/server';
import { z } from 'zod';
import { PATH_ID_SCHEMA } from '../../platform/http/path-id.js';
import { VERSION } from '../../platform/version.js';
import { LIVE_PATH } from '../../tasks/live-updates/live-path.js';
import { routeFacts } from './route-facts.js';

/** Schemas of the contract that become components of the document, by their exported name. */
const CONTRACT_SCHEMAS: Readonly<Record<string, z.ZodType>> = Object.fromEntries(
  Object.entries(contracts).filter((entry): entry is [string, z.ZodObject] => entry[1] instanceof z.ZodObject),
);

/** How callers are known. */
const SECURITY_SCHEMES: NonNullable<OpenApiOptions['securitySchemes']> = {
  cookie: { type: 'apiKey', in: 'cookie', name: SESSION_COOKIE, description: 'The session of a sign-in.' },
  bearer: { type: 'http', scheme: 'bearer', description: 'An API token.' },
  basic: { type: 'http', scheme: 'basic', description: 'The login and password of an address of the state backend.' },
  runner: {
    type: 'apiKey',
    in: 'header',
    name: RUNNER_HEADERS.signature,
    description: 'The signature of a runner over the request, beside its token and the other headers of the protocol.',
  },
};

/** Parts of paths that a guard alone reads: an id, but for addresses that are secrets. */
const pathSchema = (name: string): object => (name.endsWith('Id') ? PATH_ID_SCHEMA : { type: 'string', minLength: 1 });

/** The messages of a plain WebSocket. No route of Nest serves it. */
const LIVE_UPDATES = {
  operationId: 'LiveUpdates_connect',
  tags: ['LiveUpdates'],
  summary: 'Opens a WebSocket with the updates and log lines of every task that the caller may see.',
  description: `The server sends one JSON object in each text frame, \`update\` when a task changes and \`log\` for each line of a log:

    {"type":"update","task_id":7,"template_id":2,"project_id":1,"status":"running","start":"2026-01-31T08:15:00.000Z","end":null,"version":null}
    {"type":"log","task_id":7,"project_id":1,"time":"2026-01-31T08:15:01.000Z","output":"one line, with its colours"}

Frames of the client are dropped. The server pings every 54 seconds and closes a connection that did not answer the ping before. Nothing is sent again after a reconnect: read the tasks and logs again. Subscription to single logs, with lines sent again, is what socket.io does at the same address.`,
  security: ['cookie', 'bearer'].map((scheme) => ({ [scheme]: [] })),
  'x-permission': 'signed in',
  responses: {
    101: { description: 'The connection is a WebSocket now.' },
    200: {
      description: 'Packets of socket.io, for its clients that can have no WebSocket.',
      content: { 'text/plain': { schema: { type: 'string' } } },
    },
    403: {
      description: 'As 401 and 429, in the words of socket.io, for its clients that can have no WebSocket.',
      content: {
        'application/json': {
          schema: { type: 'object', properties: { code: { type: 'integer' }, message: { type: 'string' } } },
        },
      },
    },
    ...Object.fromEntries(
      (
        [
          [400, 'The request asks for no WebSocket.'],
          [401, 'Nobody is signed in, or the page is of another origin.'],
          [429, 'The user or the address has too many connections.'],
          [500, 'An unexpected fault.'],
        ] as const
      ).map(([status, description]) => [status, errorResponse(description)]),
    ),
  },
};

/** Options of the document of this api. */
export const API_DOCUMENT: OpenApiOptions = {
  title: 'Switchyard',
  version: VERSION,
  license: { name: 'Proprietary' },
  securitySchemes: SECURITY_SCHEMES,
  pathSchema,
  schemas: CONTRACT_SCHEMAS,
  describe: routeFacts,
  paths: { [LIVE_PATH]: { get: LIVE_UPDATES } },
};
