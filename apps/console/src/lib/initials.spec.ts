import { describe, expect, it } from '@jest/globals';
import { initials } from './initials.js';

describe('initials', () => {
  it.each([
    ['Platform', 'PL'],
    ['Data Warehouse', 'DW'],
    ['edge network west', 'EN'],
    ['Ünal Çelik', 'ÜÇ'],
    ['x', 'X'],
    ['', ''],
  ])('should shorten %p to %p', (name, short) => {
    expect(initials(name)).toBe(short);
  });
});
