import { describe, expect, it } from '@jest/globals';
import { pseudoCatalogue, pseudoText } from './pseudo.js';

describe(pseudoText.name, () => {
  it('should be longer by 40 %, accented and in brackets', () => {
    expect(pseudoText('Save')).toBe('[Šávé~~]'.replace('Š', 'Š'));
    expect(pseudoText('Templates').length - 2).toBe(Math.round('Templates'.length * 1.4));
  });

  it('should leave values and markup as they are', () => {
    expect(pseudoText('{{count}} of <b>{{total}}</b>')).toBe('[{{count}} öf~ <b>{{total}}</b>]');
  });
});

describe(pseudoCatalogue.name, () => {
  it('should have the keys of the catalogue', () => {
    expect(pseudoCatalogue({ a: { b: 'x' }, c: 'y' })).toEqual({ a: { b: '[x]' }, c: '[ý]' });
  });
});
