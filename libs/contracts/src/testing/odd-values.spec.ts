import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from '../index.js';
import { defOf } from './schema-bounds.js';

const SCHEMAS = Object.entries<unknown>(contracts).flatMap(([name, value]) =>
  value instanceof z.ZodType ? [[name, value] as const] : [],
);
const ODD = [undefined, null, 0, -1.5, true, 'x', '', [], {}, [null], Buffer.from('bytes')];

/** The members of the objects that a schema takes; none where it takes no objects. */
function membersOf(schema: z.ZodType): string[] {
  const { shape, in: input, innerType, options } = defOf(schema);
  if (shape) {
    return Object.keys(shape);
  }
  const inner = [input, innerType, ...(options ?? [])].filter((each) => each instanceof z.ZodType);
  return inner.flatMap(membersOf);
}

/** Errors that a schema throws instead of an answer. */
function thrownBy(schema: z.ZodType, value: unknown): unknown[] {
  try {
    schema.safeParse(value);
    return [];
  } catch (error) {
    return error instanceof z.core.$ZodAsyncError ? [] : [`${String(error)} for ${JSON.stringify(value)}`];
  }
}

describe('every schema of the contract', () => {
  it.each(SCHEMAS)('should answer whatever %s is given', (_, schema) => {
    const members = membersOf(schema);
    const filled = ODD.map((odd) => Object.fromEntries(members.map((name) => [name, odd])));
    expect([...ODD, ...filled].flatMap((value) => thrownBy(schema, value))).toEqual([]);
  });
});
