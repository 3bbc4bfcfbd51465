import { describe, expect, it } from '@jest/globals';
import { variableName } from './variable-name.js';

describe(variableName.name, () => {
  it.each([
    ['Target version', 'target_version'],
    ['  Größe (GB) ', 'grosse_gb'],
    ['Région', 'region'],
    ['2nd region', '_2nd_region'],
    ['---', ''],
    ['地域', ''],
  ])('should make of %j the name %j', (title, name) => {
    expect(variableName(title)).toBe(name);
  });

  it('should end with a word where the title is long', () => {
    expect(variableName(`${'a'.repeat(63)} b`)).toBe('a'.repeat(63));
  });
});
