import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { convertSchema, nameSchemas } from './convert-schema.js';

const schemaOf = (schema: unknown) => convertSchema(schema, 'output')?.schema;

describe('convertSchema', () => {
  it('should make of a tuple a list of its kinds, as generators of clients take no closed tuple', () => {
    expect(schemaOf(z.tuple([z.string(), z.int(), z.string()]))).toMatchObject({
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      minItems: 3,
      maxItems: 3,
    });
  });

  it('should make of a record with each of some names an object with these members', () => {
    const converted = schemaOf(z.record(z.enum(['add', 'change']), z.int()));
    expect(converted).toMatchObject({
      properties: { add: { type: 'integer' }, change: { type: 'integer' } },
      required: ['add', 'change'],
      additionalProperties: false,
    });
    expect(converted).not.toHaveProperty('propertyNames');
  });

  it('should leave out a union that excludes nothing', () => {
    expect(schemaOf(z.object({ any: z.union([z.string(), z.unknown()]) }))).toMatchObject({ properties: { any: {} } });
  });

  it('should write dates as texts of RFC 3339', () => {
    expect(schemaOf(z.date())).toMatchObject({ type: 'string', format: 'date-time' });
  });

  it('should refer to named schemas as components, of what they make alone', () => {
    const Thing = z.object({ id: z.int() });
    const names = nameSchemas({ Thing });
    expect(convertSchema(z.array(Thing), 'output', names)).toMatchObject({
      schema: { type: 'array', items: { $ref: '#/components/schemas/Thing' } },
      components: { Thing: { type: 'object' } },
    });
    expect(convertSchema(z.array(Thing), 'input', names)?.components).toEqual({});
  });

  it('should make nothing of what is no schema', () => {
    expect(convertSchema(class {}, 'input')).toBeUndefined();
  });
});
