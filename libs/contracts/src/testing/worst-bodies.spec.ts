import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { WORST_FILLERS, worstJson } from './worst-bodies.js';

const schema = z.object({
  id: z.number(),
  name: z.string().max(20),
  text: z.string().max(100_000).nullish(),
  rows: z.array(z.object({ name: z.string().max(20), on: z.boolean() })).max(5_000),
});

describe('the largest JSON of a schema', () => {
  it.each(['many', 'long', 'deep'] as const)('should fit its bytes and the schema in the shape %s', (shape) => {
    for (const filler of WORST_FILLERS) {
      const json = worstJson(schema, { shape, filler }, 60_000);
      expect(Buffer.byteLength(json)).toBeLessThanOrEqual(60_000);
      expect(schema.safeParse(JSON.parse(json)).error).toBeUndefined();
    }
  });

  it('should be long, or of many parts that differ', () => {
    const { text } = schema.parse(JSON.parse(worstJson(schema, { shape: 'long', filler: ' ' }, 60_000)));
    expect(text?.length).toBeGreaterThan(10_000);
    const { rows } = schema.parse(JSON.parse(worstJson(schema, { shape: 'many', filler: 'x' }, 60_000)));
    expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(200);
  });

  it('should keep what a valid body holds and is not large', () => {
    const valid = { id: 7, name: 'known', rows: [{ name: 'row', on: false }] };
    const body = schema.parse(JSON.parse(worstJson(schema, { shape: 'many', filler: 'x', valid }, 2_000)));
    expect([body.id, body.name, body.rows[0]]).toEqual([7, 'known', { name: 'row', on: false }]);
  });
});
