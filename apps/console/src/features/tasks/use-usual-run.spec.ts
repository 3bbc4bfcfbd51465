import { expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import { usualDuration } from './use-usual-run.js';

const run = (seconds: number, status: TaskStatus = 'success') => ({
  status,
  start: '2026-05-04T12:00:00Z',
  end: new Date(Date.UTC(2026, 4, 4, 12, 0, seconds)).toISOString(),
});

it('should take the median of successful runs, where there are enough', () => {
  expect(usualDuration([run(10), run(11)])).toBeNull();
  expect(usualDuration([run(10), run(300), run(12), run(1, 'error'), { ...run(9), end: null }])).toBe(12_000);
});
