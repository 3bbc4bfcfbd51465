import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { z } from 'zod';
import { describeLimits } from './body-limits.js';
import { convertSchema, nameSchemas } from './convert-schema.js';
import { describeSuccess, errorResponse, errorSchema } from './responses.js';
import { type DocumentedRoute, documentedRoutes } from './routes.js';

/** Where the explorer of the document looks for what decorators declare about parameters. */
const PARAMETERS = 'swagger/apiParameters';

/** Facts that the app knows of a route beyond its decorators of Nest. */
export interface RouteFacts {
  /** One line of what it does. */
  summary: string;
  description: string;
  /** Descriptions of the answers of failure, by status. */
  errors: Readonly<Partial<Record<number, string>>>;
  /** Further members, named `x-…`. */
  extensions: Readonly<Record<`x-${string}`, unknown>>;
  /** By which of the security schemes callers are known, one of them each; empty = anyone may call. */
  security: readonly string[];
  /** A valid body. */
  example?: object | undefined;
}

export interface OpenApiOptions {
  title: string;
  version: string;
  /** Where the page is served; the document itself at `<path>-json`. Default `/api/docs`. */
  path?: string;
  license?: { name: string };
  /** Prefix of the paths. Default `/`: none. */
  server?: string;
  /** How callers are known, by name. */
  securitySchemes?: NonNullable<NonNullable<OpenAPIObject['components']>['securitySchemes']>;
  /** The schema of a part of a path that no handler reads, by its name. Default a text. */
  pathSchema?: (name: string) => object;
  /** Schemas of answers that become components, by name. */
  schemas?: Readonly<Record<string, z.ZodType>>;
  describe?: (route: DocumentedRoute) => RouteFacts;
  /** Paths that no controller serves. */
  paths?: OpenAPIObject['paths'];
}

/**
 * The OpenAPI 3.1 document made from the routes, their zod schemas and what `describe` adds.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export async function openApiDocument(app: INestApplication, options: OpenApiOptions): Promise<OpenAPIObject> {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const {
    title,
    version,
    license,
    securitySchemes = {},
    schemas = {},
    pathSchema = () => ({ type: 'string' }),
    server = '/',
  } = options;
  const names = nameSchemas(schemas);
  const base = { openapi: '3.1.0', info: { title, version, ...(license && { license }) }, servers: [{ url: server }] };
  const document = SwaggerModule.createDocument(app, base as Omit<OpenAPIObject, 'paths'>, {
    standardSchemaConverter: (schema: unknown, { schemaType }: { schemaType: 'input' | 'output' }) =>
      convertSchema(schema, schemaType, names),
    operationIdFactory: (controller, method) => `${controller}_${method}`,
  });
  const known = { ...document.components?.schemas, Error: errorSchema() };
  document.components = { ...document.components, schemas: known, securitySchemes };
  describePathParameters(document, pathSchema);
  describeLimits(document.paths);
  const operations = operationsById(document);
  for (const route of documentedRoutes(app)) {
    operations.get(route.operationId)?.forEach((operation) => {
      Object.assign(document.components?.schemas ?? {}, describeSuccess(operation, route, names));
      addFacts(operation, options.describe?.(route));
    });
  }
  Object.assign(document.paths, options.paths);
  nameTags(document);
  return document;
}

/** Serves the document, and a page that shows it. */
export async function setupOpenApi(app: INestApplication, options: OpenApiOptions): Promise<void> {
  const { SwaggerModule } = await import('@nestjs/swagger');
  const { path = '/api/docs' } = options;
  SwaggerModule.setup(path.replace(/^\//, ''), app, await openApiDocument(app, options));
}

/** Every tag of an operation is one of the document. */
function nameTags(document: OpenAPIObject): void {
  const used = Object.values(document.paths).flatMap((path) => Object.values(path) as { tags?: string[] }[]);
  const names = new Set(used.flatMap(({ tags = [] }) => tags));
  document.tags = [...names].sort().map((name) => ({ name }));
}

/** Describes the body of a method whose pipe, not Nest itself, holds the schema. */
export function describeBody(schema: z.ZodType, target: object, method: string | symbol | undefined): void {
  describeParameter(target, method, {
    in: 'body',
    required: !schema.safeParse(undefined).success,
    type: String,
    get schema() {
      return convertSchema(schema, 'input')?.schema;
    },
  });
}

/** Describes a header that a method reads and that may be left out. */
export function describeHeader(
  { name, description }: { name: string; description: string },
  target: object,
  method: string | symbol | undefined,
): void {
  describeParameter(target, method, { in: 'header', name, description, required: false, schema: { type: 'string' } });
}

/** Describes a part of the path that a pipe reads. */
export function describePath(
  { name, schema }: { name: string; schema: object },
  target: object,
  method: string | symbol | undefined,
): void {
  describeParameter(target, method, { in: 'path', name, required: true, schema });
}

function describeParameter(target: object, method: string | symbol | undefined, parameter: object): void {
  const handler: unknown = method === undefined ? undefined : Reflect.get(target, method);
  if (typeof handler !== 'function') {
    throw new TypeError('only parameters of methods are described');
  }
  const known = (Reflect.getMetadata(PARAMETERS, handler) ?? []) as object[];
  Reflect.defineMetadata(PARAMETERS, [...known, parameter], handler);
}

interface Operation {
  operationId?: string;
  security?: object[];
  responses?: Record<string, object>;
  requestBody?: { content?: Record<string, { example?: object }> };
}

/** A handler with several paths is several operations; each gets an id of its own, as the document requires. */
function operationsById({ paths }: OpenAPIObject): Map<string, Operation[]> {
  const found = new Map<string, Operation[]>();
  for (const operation of Object.values(paths).flatMap((path) => Object.values(path) as Operation[])) {
    const id = operation.operationId ?? '';
    const known = found.get(id) ?? [];
    found.set(id, [...known, operation]);
    operation.operationId = known.length === 0 ? id : `${id}_${known.length + 1}`;
  }
  return found;
}

function addFacts(operation: Operation, facts: RouteFacts | undefined): void {
  if (!facts) {
    return;
  }
  const { summary, description, errors, extensions, security, example } = facts;
  const refusals = Object.entries(errors).map(([status, text]) => [status, errorResponse(text ?? '')] as const);
  const responses = { ...Object.fromEntries(refusals), ...operation.responses };
  Object.assign(operation, { summary, description, ...extensions, responses });
  operation.security = security.map((scheme) => ({ [scheme]: [] }));
  const body = operation.requestBody?.content?.['application/json'];
  if (body && example) {
    body.example = example;
  }
}

const METHODS = ['get', 'put', 'post', 'delete'] as const;

/** A part of a path that a guard alone reads, such as the project, has no parameter yet. @param schemaOf its schema, by its name */
function describePathParameters({ paths }: OpenAPIObject, schemaOf: (name: string) => object): void {
  for (const [path, methods] of Object.entries(paths)) {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    for (const operation of METHODS.map((method) => methods[method]).filter((each) => each !== undefined)) {
      const present = (operation.parameters ?? []).map((each) => ('name' in each ? each.name : ''));
      const missing = names
        .filter((name) => !present.includes(name))
        .map((name) => ({ in: 'path' as const, name, required: true, schema: schemaOf(name) }));
      operation.parameters = [...missing, ...(operation.parameters ?? [])];
    }
  }
}
