/** Members of an OpenAPI 3.0 schema that are used. */
export interface Schema {
  type?: string;
  format?: string;
  nullable?: boolean;
  enum?: readonly unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  maxItems?: number;
  minItems?: number;
  properties?: Record<string, Schema>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  $ref?: string;
}

export interface Parameter {
  in: string;
  name: string;
  schema?: Schema;
}

interface RawOperation {
  parameters?: Parameter[];
  requestBody?: { content: Record<string, { schema?: Schema }> };
}

export interface ApiDocument {
  paths: Record<string, Record<string, RawOperation>>;
  components?: { schemas?: Record<string, Schema> };
}

/** One method of one route. */
export interface Operation {
  /** Such as `GET /api/project/{projectId}`. */
  name: string;
  method: string;
  path: string;
  parameters: readonly Parameter[];
  contentType: string | null;
  body: Schema | null;
}

const REF = '#/components/schemas/';

/** Every operation of the document, its references replaced by what they refer to. */
export function operationsOf({ paths, components }: ApiDocument): Operation[] {
  const schemas = new Map(Object.entries(components?.schemas ?? {}));
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]): Operation => {
      const [content] = Object.entries(requestBody?.content ?? {});
      return {
        name: `${method.toUpperCase()} ${path}`,
        method: method.toUpperCase(),
        path,
        parameters,
        contentType: content?.[0] ?? null,
        body: content?.[1].schema ? resolved(content[1].schema, schemas) : null,
      };
    }),
  );
}

/** A reference inside of what it refers to ends as an empty schema. */
function resolved(schema: Schema, all: ReadonlyMap<string, Schema>, within: readonly string[] = []): Schema {
  if (schema.$ref !== undefined) {
    const name = schema.$ref.slice(REF.length);
    const target = within.includes(name) ? {} : all.get(name);
    if (!target) {
      throw new Error(`the document has no schema ${schema.$ref}`);
    }
    return resolved(target, all, [...within, name]);
  }
  const each = (list: readonly Schema[]): Schema[] => list.map((one) => resolved(one, all, within));
  return {
    ...schema,
    ...(schema.items && { items: resolved(schema.items, all, within) }),
    ...(schema.anyOf && { anyOf: each(schema.anyOf) }),
    ...(schema.oneOf && { oneOf: each(schema.oneOf) }),
    ...(schema.allOf && { allOf: each(schema.allOf) }),
    ...(schema.properties && {
      properties: Object.fromEntries(
        Object.entries(schema.properties).map(([name, one]) => [name, resolved(one, all, within)]),
      ),
    }),
  };
}
