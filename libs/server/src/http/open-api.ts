import type { INestApplication } from '@nestjs/common';
import { z } from 'zod';

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
  SwaggerModule.setup(path.replace(/^\//, ''), app, document);
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
