import { afterEach, describe, expect, it } from '@jest/globals';
import i18next from 'i18next';
import { byName } from './compare-text.js';

const language = i18next.language;
const sorted = (...names: string[]): string[] => byName(names.map((name) => ({ name }))).map(({ name }) => name);

describe('byName', () => {
  afterEach(() => {
    i18next.language = language;
  });

  it.each([
    { code: 'en', names: ['web-10', 'web-9'], order: ['web-9', 'web-10'] },
    { code: 'en', names: ['nube', 'ñandú', 'nota'], order: ['ñandú', 'nota', 'nube'] },
    { code: 'es', names: ['nube', 'ñandú', 'nota'], order: ['nota', 'nube', 'ñandú'] },
  ])('should sort $names as readers of $code expect', ({ code, names, order }) => {
    i18next.language = code;
    expect(sorted(...names)).toEqual(order);
  });

  it('should leave the rows of the cache as they are', () => {
    const rows = [{ name: 'b' }, { name: 'a' }];
    byName(rows);
    expect(rows).toEqual([{ name: 'b' }, { name: 'a' }]);
  });
});
