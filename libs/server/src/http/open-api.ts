import { problem, sentenceOf } from '@switchyard/contracts';
import type { INestApplication } from '@nestjs/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { z } from 'zod';
import { BODY_LIMIT_MEMBER, DEFAULT_BODY_LIMIT, sizeText } from './bodies/body-limit.js';

/** Where the explorer of the document looks for what decorators declare about parameters. */
const PARAMETERS = 'swagger/apiParameters';
const METHODS = ['get', 'put', 'post', 'delete'] as const;
const MAX_ID = 2_147_483_647;

export interface OpenApiOptions {
  title: string;
  version: string;
  /** Where the page is served; the document itself at `<path>-json`. Default `/api/docs`. */
  path?: string;
}

/** Serves the OpenAPI 3 document made from the routes and their zod schemas. */
export async function setupOpenApi(app: INestApplication, options: OpenApiOptions): Promise<void> {
  const { DocumentBuilder, SwaggerModule } = await import('@nestjs/swagger');
  const { title, version, path = '/api/docs' } = options;
  const config = new DocumentBuilder().setTitle(title).setVersion(version).addBearerAuth().build();
  const document = SwaggerModule.createDocument(app, config, {
    standardSchemaConverter: (schema: unknown, { schemaType }: { schemaType: 'input' | 'output' }) =>
      convertSchema(schema, schemaType),
  });
  describePathParameters(document);
  describeBodyLimits(document.paths);
  SwaggerModule.setup(path.replace(/^\//, ''), app, document);
}

/** Describes the body of a method whose pipe, not Nest itself, holds the schema. */
export function describeBody(schema: z.ZodType, target: object, method: string | symbol | undefined): void {
  const handler: unknown = method === undefined ? undefined : Reflect.get(target, method);
  if (typeof handler !== 'function') {
    throw new TypeError('describeBody is for parameters of methods');
  }
  const body = {
    in: 'body',
    required: true,
    type: String,
    get schema() {
      return convertSchema(schema, 'input')?.schema;
    },
  };
  Reflect.defineMetadata(PARAMETERS, [body], handler);
}

/** A part of a path that a guard alone reads, such as the project, has no parameter yet. All of these are ids. */
function describePathParameters({ paths }: OpenAPIObject): void {
  for (const [path, methods] of Object.entries(paths)) {
    const names = Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name);
    for (const operation of METHODS.map((method) => methods[method]).filter((each) => each !== undefined)) {
      const present = (operation.parameters ?? []).map((each) => ('name' in each ? each.name : ''));
      const missing = names
        .filter((name) => !present.includes(name))
        .map((name) => ({
          in: 'path' as const,
          name,
          required: true,
          schema: { type: 'integer', minimum: 1, maximum: MAX_ID },
        }));
      operation.parameters = [...missing, ...(operation.parameters ?? [])];
    }
  }
}

/** Adds to each route with a body how much it takes, in bytes, and the answer to more. */
function describeBodyLimits(paths: Record<string, object>): void {
  const operations = Object.values(paths).flatMap((path) => Object.values(path) as Operation[]);
  for (const operation of operations.filter(({ requestBody }) => requestBody !== undefined)) {
    const limit = operation[BODY_LIMIT_MEMBER] ?? DEFAULT_BODY_LIMIT;
    operation[BODY_LIMIT_MEMBER] = limit;
    operation.responses = {
      ...operation.responses,
      413: { description: sentenceOf(problem('body_too_large', { size: sizeText(limit) })) },
    };
  }
}

interface Operation {
  requestBody?: unknown;
  responses?: Record<string, object>;
  [BODY_LIMIT_MEMBER]?: number;
}

/** Dates travel as RFC 3339 texts; JSON Schema has no type for them. */
function convertSchema(schema: unknown, io: 'input' | 'output') {
  if (!(schema instanceof z.ZodType)) {
    return undefined;
  }
  const converted = z.toJSONSchema(schema, {
    target: 'openapi-3.0',
    io,
    unrepresentable: 'any',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') {
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      }
    },
  });
  const { $schema: _, $defs, definitions, ...rest } = converted;
  return { schema: rest, components: $defs ?? definitions ?? {} };
}
