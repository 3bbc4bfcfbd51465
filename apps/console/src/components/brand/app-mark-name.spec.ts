import { describe, expect, it } from '@jest/globals';
import { isLetters, markName } from './app-mark-name.js';

describe('the icon of an app', () => {
  it.each([
    ['', false],
    ['K', true],
    ['K8', true],
    ['🚀', true],
    ['mdi-ansible', false],
  ])('should know whether %j is letters', (icon, expected) => {
    expect(isLetters(icon)).toBe(expected);
  });

  it('should be a mark where another client named one', () => {
    expect(['mdi-ansible', 'terraform', ''].map(markName)).toEqual(['ansible', 'terraform', '']);
  });
});
