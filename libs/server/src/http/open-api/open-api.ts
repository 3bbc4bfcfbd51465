import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import type { z } from 'zod';
import { describeLimits } from './body-limits.js';
import { convertSchema, nameSchemas } from './convert-schema.js';
import { describePathParameters } from './path-parameters.js';
import { describeSuccess, errorResponse, errorSchema } from './responses.js';
import { type DocumentedRoute, documentedRoutes } from './routes.js';

/** Where the explorer of the document looks for what decorators declare about parameters. */
const PARAMETERS = 'swagger/apiParameters';

/** What the app knows of a route beyond its decorators of Nest. */
export interface RouteFacts {
  /** One line of what it does. */
  summary: string;
  description: string;
  /** Descriptions of the answers of failure, by status. */
  errors: Readonly<Partial<Record<number, string>>>;
  /** Further members, named `x-…`. */
  extensions: Readonly<Record<`x-${string}`, unknown>>;
  /** Whether the caller must be known. */
  secured: boolean;
  /** A valid body. */
  example?: object | undefined;
}

export interface OpenApiOptions {
  title: string;
  version: string;
  /** Where the page is served; the document itself at `<path>-json`. Default `/api/docs`. */
  path?: string;
  /** Schemas of answers that become components, by name. */
  schemas?: Readonly<Record<string, z.ZodType>>;
  describe?: (route: DocumentedRoute) => RouteFacts;
}

/**
 * Serves the OpenAPI 3.1 document made from the routes, their zod schemas and what `describe` adds.
 * @see https://spec.openapis.org/oas/v3.1.1.html
 */
export async function setupOpenApi(app: INestApplication, options: OpenApiOptions): Promise<void> {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const { title, version, path = '/api/docs', schemas = {} } = options;
  const config = new DocumentBuilder().setTitle(title).setVersion(version).setOpenAPIVersion('3.1.0').addBearerAuth();
  const names = nameSchemas(schemas);
  const document = SwaggerModule.createDocument(app, config.build(), {
    standardSchemaConverter: (schema: unknown, { schemaType }: { schemaType: 'input' | 'output' }) =>
      convertSchema(schema, schemaType, names),
    operationIdFactory: (controller, method) => `${controller}_${method}`,
  });
  document.components = { ...document.components, schemas: { ...document.components?.schemas, Error: errorSchema() } };
  describePathParameters(document);
  describeLimits(document.paths);
  const operations = operationsById(document);
  for (const route of documentedRoutes(app)) {
    operations.get(route.operationId)?.forEach((operation) => {
      Object.assign(document.components?.schemas ?? {}, describeSuccess(operation, route, names));
      addFacts(operation, options.describe?.(route));
    });
  }
  SwaggerModule.setup(path.replace(/^\//, ''), app, document);
}

/** Describes the body of a method whose pipe, not Nest itself, holds the schema. */
export function describeBody(schema: z.ZodType, target: object, method: string | symbol | undefined): void {
  describeParameter(target, method, {
    in: 'body',
    required: true,
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
  const { summary, description, errors, extensions, secured, example } = facts;
  const refusals = Object.entries(errors).map(([status, text]) => [status, errorResponse(text ?? '')] as const);
  const responses = { ...Object.fromEntries(refusals), ...operation.responses };
  Object.assign(operation, { summary, description, ...extensions, responses });
  operation.security = secured ? [{ bearer: [] }] : [];
  const body = operation.requestBody?.content?.['application/json'];
  if (body && example) {
    body.example = example;
  }
}
