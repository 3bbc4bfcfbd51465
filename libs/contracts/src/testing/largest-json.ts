import type { z } from 'zod';
import { MAX_JSON_LENGTH, MAX_MEMBERS } from '../primitives/bounded.js';
import { defOf, maximumOf, metaOf } from './schema-bounds.js';

/** Longest JSON of a number, a boolean, a point in time, a UUID. */
const SCALAR = 40;

/** Characters of the longest JSON that fits the schema, when no character of its texts needs an escape. */
export function largestJson(schema: z.ZodType, members = Infinity): number {
  const def = defOf(schema);
  const of = (part: z.ZodType | null | undefined): number => (part ? largestJson(part) : 0);
  const sum = (sizes: number[]): number => sizes.reduce((total, size) => total + size + 1, 2);
  switch (def.type) {
    case 'string':
      return (maximumOf(schema) ?? def.format) === undefined ? Infinity : textOf(schema);
    case 'array':
      return 2 + (maximumOf(schema) ?? Infinity) * (of(def.element) + 1);
    case 'tuple':
      return sum((def.items ?? []).map(of));
    case 'object':
      return (
        sum(Object.entries(def.shape ?? {}).map(([name, part]) => name.length + 3 + of(part))) +
        (def.catchall ? members * of(def.catchall) : 0)
      );
    case 'record':
      return 2 + members * (of(def.keyType) + of(def.valueType) + 2);
    case 'union':
      return Math.max(...(def.options ?? []).map(of));
    case 'pipe':
      return def.in && defOf(def.in).type === 'transform' && def.out
        ? largestJson(def.out, metaOf(schema, MAX_MEMBERS))
        : of(def.in);
    case 'unknown':
      return metaOf(schema, MAX_JSON_LENGTH) ?? Infinity;
    default:
      return def.innerType ? of(def.innerType) : SCALAR;
  }
}

const textOf = (schema: z.ZodType): number => 2 + (maximumOf(schema) ?? SCALAR);
