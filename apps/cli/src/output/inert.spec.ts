import { describe, expect, it } from '@jest/globals';
import { inert, inertWithColours } from './inert.js';

describe('texts of others on a terminal', () => {
  it('should keep tabs, and lose control characters, sequences and marks that reverse', () => {
    expect(inert('a\tb\u0007c\u001b]0;title\u0007d\u202e\u009b2Je')).toBe('a\tb cd  2Je');
  });

  it('should keep colours alone, and end them with the line', () => {
    expect(inertWithColours('\u001b[1;31mred\u001b[2J\u001b[0m plain')).toBe('\u001b[1;31mred\u001b[0m plain\u001b[0m');
    expect(inertWithColours('plain')).toBe('plain');
  });
});
