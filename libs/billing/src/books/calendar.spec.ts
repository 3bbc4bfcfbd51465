import { describe, expect, it } from '@jest/globals';
import { monthsLater } from './calendar.js';

describe(monthsLater.name, () => {
  it.each([
    ['2026-01-31T10:00:00.000Z', 1, 31, '2026-02-28T10:00:00.000Z'],
    ['2026-02-28T10:00:00.000Z', 1, 31, '2026-03-31T10:00:00.000Z'],
    ['2026-12-15T00:00:00.000Z', 1, 15, '2027-01-15T00:00:00.000Z'],
    ['2028-02-29T00:00:00.000Z', 12, 29, '2029-02-28T00:00:00.000Z'],
  ])('should lead from %s by %p months, day %p, to %s', (start, months, day, end) => {
    expect(monthsLater(new Date(start), months, day).toISOString()).toBe(end);
  });
});
