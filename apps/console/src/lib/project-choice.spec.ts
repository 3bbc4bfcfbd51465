import { describe, expect, it } from '@jest/globals';
import { chooseProject } from './project-choice.js';

describe('chooseProject', () => {
  it('should prefer the address, then the last one used, then the first', () => {
    expect(chooseProject([4, 7, 9], 9, 7)).toBe(9);
    expect(chooseProject([4, 7, 9], null, 7)).toBe(7);
    expect(chooseProject([4, 7, 9], null, null)).toBe(4);
  });

  it('should skip a project that is gone', () => {
    expect(chooseProject([4], 9, 7)).toBe(4);
    expect(chooseProject([], 9, 7)).toBeNull();
  });
});
