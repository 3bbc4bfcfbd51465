import * as contracts from '@switchyard/contracts';
import { RUNNER_HEADERS, SESSION_COOKIE } from '@switchyard/contracts';
import type { OpenApiOptions } from '@switchyard/server';
import { z } from 'zod';
import { PATH_ID_SCHEMA } from '../../platform/http/path-id.js';
import { VERSION } from '../../platform/version.js';
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

/** What the document of this api is made of. */
export const API_DOCUMENT: OpenApiOptions = {
  title: 'Switchyard',
  version: VERSION,
  license: { name: 'Proprietary' },
  securitySchemes: SECURITY_SCHEMES,
  pathSchema,
  schemas: CONTRACT_SCHEMAS,
  describe: routeFacts,
};
