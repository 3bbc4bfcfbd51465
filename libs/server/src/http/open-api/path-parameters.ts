import type { OpenAPIObject } from '@nestjs/swagger';

const METHODS = ['get', 'put', 'post', 'delete'] as const;

/** A part of a path that a guard alone reads, such as the project, has no parameter yet. @param schemaOf its schema, by its name */
export function describePathParameters({ paths }: OpenAPIObject, schemaOf: (name: string) => object): void {
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
