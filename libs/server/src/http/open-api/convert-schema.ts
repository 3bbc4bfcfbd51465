import { z } from 'zod';

/** A JSON Schema, and the named schemas that it refers to as components of the document. */
export interface ConvertedSchema {
  schema: object;
  components: Record<string, object>;
}

/** Names of schemas, under which they become components. */
export type SchemaNames = z.core.$ZodRegistry<{ id: string }>;

/** A registry of these names. */
export function nameSchemas(schemas: Readonly<Record<string, z.ZodType>>): SchemaNames {
  const names = z.registry<{ id: string }>();
  Object.entries(schemas).forEach(([id, schema]) => names.add(schema, { id }));
  return names;
}

const NO_NAMES = nameSchemas({});

/** Generators of clients take no `items: false`: how many members there are is a bound of the array. */
function plainTuple({ prefixItems = [] }: z.core.JSONSchema.BaseSchema): object {
  const kinds = new Map(prefixItems.map((item) => [JSON.stringify(item), item]));
  return { items: { anyOf: [...kinds.values()] }, minItems: prefixItems.length, maxItems: prefixItems.length };
}

/** A union with a schema that every value fits excludes nothing. */
function withoutIdleUnion(_: string, value: unknown): unknown {
  const { anyOf, ...rest } = Object(value) as { anyOf?: object[] };
  return Array.isArray(anyOf) && anyOf.some((each) => Object.keys(each).length === 0) ? rest : value;
}

/** A record with each of some names is an object with these members. */
const namedMembers = ({ required = [], additionalProperties = {} }: z.core.JSONSchema.BaseSchema): object => ({
  properties: Object.fromEntries(required.map((name) => [name, additionalProperties])),
  propertyNames: undefined,
  additionalProperties: false,
});

/**
 * The schema in the dialect of OpenAPI 3.1, which is that of JSON Schema 2020-12. Dates travel as RFC 3339 texts; JSON Schema
 * has no type for them. Names hold for outputs alone: what a schema reads and what it makes are two schemas.
 */
export function convertSchema(
  schema: unknown,
  io: 'input' | 'output',
  names: SchemaNames = NO_NAMES,
): ConvertedSchema | undefined {
  if (!(schema instanceof z.ZodType)) {
    return undefined;
  }
  const converted = z.toJSONSchema(schema, {
    target: 'draft-2020-12',
    io,
    unrepresentable: 'any',
    metadata: io === 'output' ? names : NO_NAMES,
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema._zod.def.type === 'date') {
        Object.assign(jsonSchema, { type: 'string', format: 'date-time' });
      }
      if (zodSchema._zod.def.type === 'tuple') {
        Object.assign(jsonSchema, plainTuple(jsonSchema));
      }
      if (zodSchema._zod.def.type === 'record' && jsonSchema.required) {
        Object.assign(jsonSchema, namedMembers(jsonSchema));
      }
    },
  });
  const {
    $schema: _,
    $defs = {},
    ...rest
  } = JSON.parse(JSON.stringify(converted).replaceAll('"#/$defs/', '"#/components/schemas/'), withoutIdleUnion) as {
    $schema?: string;
    $defs?: Record<string, object>;
  };
  return { schema: rest, components: $defs };
}
