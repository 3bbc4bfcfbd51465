import { expect, it } from '@jest/globals';
import { withContext } from './context-lines.js';

it('should add the lines around matches, each once and none outside of the log', () => {
  expect(withContext([1, 4, 20], 2, 22)).toEqual([0, 1, 2, 3, 4, 5, 6, 18, 19, 20, 21]);
  const lines = [3, 9];
  expect(withContext(lines, 0, 10)).toBe(lines);
});
