import { describe, expect, it } from '@jest/globals';
import { idParam } from './use-url-params.js';

describe(idParam.name, () => {
  it.each([
    ['before=42', 42],
    ['before=2147483647', 2_147_483_647],
    ['before=2147483648', undefined],
    ['before=0', undefined],
    ['before=-1', undefined],
    ['before=1.5', undefined],
    ['before=abc', undefined],
    ['before=', undefined],
    ['after=42', undefined],
    ['before=1&before=2', 1],
  ])('should read of "%s" the id %s', (search, expected) => {
    expect(idParam(new URLSearchParams(search), 'before')).toBe(expected);
  });
});
