import { describe, expect, it } from '@jest/globals';
import type { LogLabels } from '../labels.js';
import type { TimeMode } from '../types.js';
import { type RowContext, timeText } from './row-context.js';

const labels = {
  clock: (time: number, zone: string | undefined) => `${time} in ${zone ?? 'own'}`,
  duration: (ms: number) => `${ms} ms`,
} as LogLabels;
const shown = (time: TimeMode, at: number, before?: number, startedAt?: number): string =>
  timeText({ labels, time, zone: 'UTC', startedAt } as RowContext, at, before);

describe(timeText.name, () => {
  it('should be nothing where no time is shown, or known', () => {
    expect([shown('off', 5_000), shown('clock', 0), shown('relative', 0), shown('delta', 0)]).toEqual(['', '', '', '']);
  });

  it('should be the time of day in the chosen zone', () => {
    expect(shown('clock', 5_000)).toBe('5000 in UTC');
  });

  it('should be the time since the start, never before it', () => {
    expect(shown('relative', 5_000, 0, 2_000)).toBe('+3000 ms');
    expect(shown('relative', 1_000, 0, 2_000)).toBe('+0 ms');
    expect(shown('relative', 5_000)).toBe('+0 ms');
  });

  it('should be the time since the line before, from a second on', () => {
    expect(shown('delta', 5_000, 3_500)).toBe('+1500 ms');
    expect([shown('delta', 5_000, 4_001), shown('delta', 5_000, 0), shown('delta', 5_000)]).toEqual(['', '', '']);
  });
});
