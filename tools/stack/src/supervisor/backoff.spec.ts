import { describe, expect, it } from '@jest/globals';
import { backoffSeconds } from './backoff.js';

describe('backoffSeconds', () => {
  it('should double from one second up to thirty', () => {
    expect([1, 2, 3, 4, 5, 6, 60].map(backoffSeconds)).toEqual([1, 2, 4, 8, 16, 30, 30]);
  });
});
