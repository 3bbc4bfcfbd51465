import { describe, expect, it, jest } from '@jest/globals';
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

  it('should write no JSON of a list that fits whatever its characters are', () => {
    const written = jest.spyOn(JSON, 'stringify');
    const rows = Array.from({ length: 200 }, (_, id) => ({
      id,
      at: null,
      name: 'x'.repeat(100),
      params: { debug: true },
    }));
    expect(withinBytes(rows, 1_000_000)).toHaveLength(200);
    expect(written).not.toHaveBeenCalled();
    written.mockRestore();
  });

  it('should never let more bytes through than it is given, whatever the values hold', () => {
    const rows = [
      '\u0001',
      '\ud800',
      '"\\',
      'ü',
      '😀',
      -1.7976931348623157e308,
      null,
      false,
      {},
      [],
      { '\u0002': ['\u0003', {}] },
    ];
    for (let max = 2; max < 200; max++) {
      const taken = withinBytes(rows, max);
      expect(taken.length <= 1 || jsonBytes(taken) <= max + 2).toBe(true);
    }
  });
});
