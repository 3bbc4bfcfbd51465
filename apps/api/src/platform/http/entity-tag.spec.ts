import { describe, expect, it } from '@jest/globals';
import { entityTag, requireMatch } from './entity-tag.js';

const present = entityTag([{ name: 'a' }]);

describe('entityTag', () => {
  it('should be equal for equal states alone', () => {
    expect(entityTag([{ name: 'a' }])).toBe(present);
    expect(entityTag([{ name: 'b' }])).not.toBe(present);
    expect(present).toMatch(/^"[\w-]{22}"$/);
  });
});

describe('requireMatch', () => {
  it.each([null, '*', present, `W/${present}`, `"other", ${present}`])('should accept %s', (expected) => {
    expect(() => requireMatch(expected, present)).not.toThrow();
  });

  it.each(['', '"other"', present.slice(1, -1)])('should refuse %j with 412', (expected) => {
    expect(() => requireMatch(expected, present)).toThrow(expect.objectContaining({ status: 412 }));
  });
});
