import { describe, expect, it } from '@jest/globals';
import { textFrame } from './text-frame.js';

describe('textFrame', () => {
  it.each([
    [5, 2],
    [125, 2],
    [126, 4],
    [65_535, 4],
    [65_536, 10],
  ])('should frame %i bytes with a head of %i', (bytes, head) => {
    const frame = textFrame('a'.repeat(bytes));
    expect(frame.length).toBe(bytes + head);
    expect(frame[0]).toBe(0x81);
  });

  it('should count bytes, not characters', () => {
    expect(textFrame('ü')[1]).toBe(2);
  });
});
