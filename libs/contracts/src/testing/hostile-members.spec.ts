import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import * as contracts from '../index.js';

/** Value that JSON can hold and that cannot be converted to a text. */
const HOSTILE = { toString: 'x', valueOf: 1 };

/** The members of a body, whatever rules and changes follow. */
function shapeOf(schema: unknown): z.core.$ZodShape | null {
  if (schema instanceof z.ZodPipe) {
    return shapeOf(schema.in);
  }
  return schema instanceof z.ZodObject ? schema.shape : null;
}

/** The values of a choice, through what may be absent or changes it. */
function choicesOf(schema: unknown): readonly unknown[] {
  if (schema instanceof z.ZodEnum) {
    return schema.options;
  }
  if (schema instanceof z.ZodPipe) {
    return choicesOf(schema.in);
  }
  return schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault
    ? choicesOf(schema.unwrap())
    : [];
}

/** Bodies of hostile members, where each choice has had each of its values. */
function bodiesOf(shape: z.core.$ZodShape): object[] {
  const choices = Object.entries(shape).map(([name, schema]) => [name, choicesOf(schema)] as const);
  const rounds = Math.max(1, ...choices.map(([, values]) => values.length));
  return Array.from({ length: rounds }, (_, round) =>
    Object.fromEntries(
      choices.map(([name, values]) => [name, values.length > 0 ? values[round % values.length] : HOSTILE]),
    ),
  );
}

const SCHEMAS = Object.entries(contracts).flatMap(([name, schema]) => {
  const shape = shapeOf(schema);
  return shape ? [[name, schema as z.ZodType, shape] as const] : [];
});

describe('members that are no text', () => {
  it('should find the bodies', () => expect(SCHEMAS.length).toBeGreaterThan(100));

  it.each(SCHEMAS)('should be refused by the rules over several members of %s, not break them', (_, schema, shape) => {
    for (const body of bodiesOf(shape)) {
      expect(() => schema.safeParse(body)).not.toThrow();
    }
  });
});
