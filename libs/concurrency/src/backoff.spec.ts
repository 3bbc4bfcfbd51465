import { describe, expect, it } from '@jest/globals';
import { backoff } from './backoff.js';

const bounds = { min: 5, max: 3_600 };
const ofFailures = (jitter: 'none' | 'equal' | 'full', random: number) =>
  [1, 2, 3, 10, 11, 60, 5_000].map((failures) => backoff(failures, { ...bounds, jitter }, random));

describe(backoff.name, () => {
  it('should double the pause with each failure up to the longest', () => {
    expect(ofFailures('none', 0.5)).toEqual([5, 10, 20, 2_560, 3_600, 3_600, 3_600]);
    expect(backoff(2, bounds)).toBe(10);
  });

  it('should lie between half and all of it with equal jitter', () => {
    expect(ofFailures('equal', 0)).toEqual([2.5, 5, 10, 1_280, 1_800, 1_800, 1_800]);
    expect(ofFailures('equal', 1)).toEqual(ofFailures('none', 0));
  });

  it('should lie between the shortest and twice of it with full jitter, never above the longest', () => {
    expect(ofFailures('full', 0)).toEqual([5, 5, 5, 5, 5, 5, 5]);
    expect(ofFailures('full', 1)).toEqual([10, 20, 40, 3_600, 3_600, 3_600, 3_600]);
  });

  it('should differ between those that failed together', () => {
    const pauses = new Set(Array.from({ length: 20 }, () => backoff(5, { ...bounds, jitter: 'equal' })));
    expect(pauses.size).toBeGreaterThan(1);
  });
});
