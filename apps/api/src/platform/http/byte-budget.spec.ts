import { describe, expect, it } from '@jest/globals';
import { ByteBudget, jsonBytes, withinBytes } from './byte-budget.js';

describe(ByteBudget.name, () => {
  it('should admit the first piece whatever its size, then what fits', () => {
    const budget = new ByteBudget(10);
    expect([50, 1].map((bytes) => budget.admits(bytes))).toEqual([true, false]);
    const other = new ByteBudget(10);
    expect([4, 7, 6, 1].map((bytes) => other.admits(bytes))).toEqual([true, false, true, false]);
  });

  it('should take the first values that fit, counted as they are sent', () => {
    expect(withinBytes(['é', '\u0001', 'a'], 5 + 9)).toEqual(['é', '\u0001']);
    expect(withinBytes(['é', '\u0001', 'a'], 100)).toHaveLength(3);
    expect([withinBytes(['too long'], 3), withinBytes([], 3)]).toEqual([['too long'], []]);
    expect(jsonBytes('\u0001')).toBe(8);
  });
});
