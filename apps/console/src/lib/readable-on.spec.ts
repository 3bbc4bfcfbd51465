import { describe, expect, it } from '@jest/globals';
import { readableOn } from './readable-on.js';

describe('text on a coloured mark', () => {
  it.each([
    ['#2b59d9', '#ffffff'],
    ['#000000', '#ffffff'],
    ['#ffd400', '#141419'],
    ['#FFFFFF', '#141419'],
  ])('should be readable on %s', (color, text) => {
    expect(readableOn(color)).toBe(text);
  });

  it.each(['', 'orange', '#abc', 'url(x)'])('should be white on the colour %p, which is not measured', (color) => {
    expect(readableOn(color)).toBe('#ffffff');
  });
});
