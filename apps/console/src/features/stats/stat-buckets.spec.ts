import { describe, expect, it } from '@jest/globals';
import type { DayStats } from '@switchyard/contracts';
import { bucketsOf, firstDay, sumOf, totalOf } from './stat-buckets.js';

const now = Date.parse('2026-03-01T23:59:00Z');
const day = (date: string, count_by_status: DayStats['count_by_status']): DayStats => ({
  date,
  count_by_status,
  avg_duration: 1,
});

describe('bucketsOf', () => {
  it('should have a bar for each day, also for those without tasks', () => {
    const buckets = bucketsOf('week', [day('2026-02-23', { success: 2 }), day('2026-03-01', { canceled: 1 })], now);
    expect(buckets.map(({ key }) => key)).toEqual([
      '2026-02-23',
      '2026-02-24',
      '2026-02-25',
      '2026-02-26',
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
    ]);
    expect(buckets.map(totalOf)).toEqual([2, 0, 0, 0, 0, 0, 1]);
    expect(buckets.at(-1)?.counts.stopped).toBe(1);
    expect(firstDay('week', now)).toBe('2026-02-23');
  });

  it('should gather the days of a year by month', () => {
    const days = [
      day('2025-03-30', { error: 1 }),
      day('2026-02-01', { success: 2 }),
      day('2026-02-20', { success: 3 }),
    ];
    const buckets = bucketsOf('year', days, now);
    expect([buckets.length, buckets[0]?.key, buckets.at(-1)?.key]).toEqual([13, '2025-03', '2026-03']);
    expect(buckets.find(({ key }) => key === '2026-02')?.counts.success).toBe(5);
    expect(sumOf(buckets)).toEqual({ success: 5, error: 1, rejected: 0, stopped: 0 });
  });
});
