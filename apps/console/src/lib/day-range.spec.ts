import { describe, expect, it } from '@jest/globals';
import { rangeOfDays } from './day-range.js';

describe('rangeOfDays', () => {
  it('should reach from the beginning of the first day to the end of the last', () => {
    const { start, end } = rangeOfDays('2026-11-01', '2026-11-30');
    expect([start, end]).toEqual([new Date(2026, 10, 1), new Date(2026, 11, 1)].map((date) => date.toISOString()));
  });

  it.each(['', 'today', '2026-99', '0001-01-01'])('should leave %j open', (text) =>
    expect(rangeOfDays(text, text)).toEqual({ start: undefined, end: undefined }),
  );
});
