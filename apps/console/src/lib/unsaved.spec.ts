import { describe, expect, it } from '@jest/globals';
import { hasTyped, hasUnsaved, typedStatus } from './unsaved.js';

describe(typedStatus.name, () => {
  it.each([
    [false, false, 'nothing'],
    [false, true, 'nothing'],
    [true, false, 'unsaved'],
    [true, true, 'saving'],
  ] as const)('should be for typed %s and saving %s: %s', (isTyped, isSaving, expected) => {
    expect(typedStatus(isTyped, isSaving)).toBe(expected);
  });
});

describe('a page without forms', () => {
  it('should hold nothing that was typed', () => {
    expect([hasUnsaved(), hasTyped()]).toEqual([false, false]);
  });
});
