import type { OpenAPIObject } from '@nestjs/swagger';

const METHODS = ['get', 'put', 'post', 'delete'] as const;
const MAX_ID = 2_147_483_647;

/** A part of a path that a guard alone reads, such as the project, has no parameter yet. All of these are ids. */
export function describePathParameters({ paths }: OpenAPIObject): void {
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
