import { describe, expect, it } from '@jest/globals';
import { backOffSeconds } from './back-off.js';

const backOff = { firstSeconds: 5, longestSeconds: 3_600 };

describe(backOffSeconds.name, () => {
  it('should double up to the longest', () => {
    const failures = [1, 2, 3, 10, 11, 500, 32_767];
    expect(failures.map((n) => backOffSeconds(backOff, n, 1))).toEqual([5, 10, 20, 2_560, 3_600, 3_600, 3_600]);
  });

  it('should spread between half and all of it', () => {
    expect([0, 0.5].map((random) => backOffSeconds(backOff, 2, random))).toEqual([5, 7.5]);
    const delays = new Set(Array.from({ length: 20 }, () => backOffSeconds(backOff, 5)));
    expect(delays.size).toBeGreaterThan(10);
  });
});
