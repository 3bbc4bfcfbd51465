import { describe, expect, it } from '@jest/globals';
import { ByteBudget, jsonBytes } from './byte-budget.js';

describe(ByteBudget.name, () => {
  it('should admit the first piece whatever its size, then what fits', () => {
    const budget = new ByteBudget(10);
    expect([50, 1].map((bytes) => budget.admits(bytes))).toEqual([true, false]);
    const other = new ByteBudget(10);
    expect([4, 7, 6, 1].map((bytes) => other.admits(bytes))).toEqual([true, false, true, false]);
  });

  it('should count the bytes of values as they are sent', () => {
    expect([jsonBytes('\u0001'), jsonBytes('é')]).toEqual([8, 4]);
  });
});
