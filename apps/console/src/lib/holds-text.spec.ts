import { describe, expect, it } from '@jest/globals';
import { holdsText } from './holds-text.js';

describe('holdsText', () => {
  it.each([
    ['', [], true],
    ['  ', ['web'], true],
    [' wEB ', [null, 'The Web'], true],
    ['web', [undefined, 'The database'], false],
  ] as const)('should look for %j in %j: %j', (wanted, texts, found) => {
    expect(holdsText(wanted, texts)).toBe(found);
  });
});
