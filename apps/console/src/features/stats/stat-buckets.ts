import type { DayStats } from '@switchyard/contracts';

export const ranges = ['week', 'month', 'year'] as const;
export type Range = (typeof ranges)[number];

/** How a task ended, as the chart shows it: stopped and canceled tasks are one. */
export const results = ['success', 'error', 'rejected', 'stopped'] as const;
export type Result = (typeof results)[number];

/** Tasks of a day, or of a month in the range of a year. */
export interface Bucket {
  /** `YYYY-MM-DD`, or `YYYY-MM` of a month. */
  key: string;
  counts: Readonly<Record<Result, number>>;
}

const DAY_MS = 86_400_000;
/** Spec section 9: 7 days, 30 days, 1 year. */
const DAYS = { week: 7, month: 30, year: 365 } as const;

const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** First day of a range that ends with the day of `now`, in UTC. */
export const firstDay = (range: Range, now: number): string => dayOf(now - (DAYS[range] - 1) * DAY_MS);

/** Every key of the range, those without tasks included. */
function keysOf(range: Range, now: number): string[] {
  const days = Array.from({ length: DAYS[range] }, (_, at) => dayOf(now - (DAYS[range] - 1 - at) * DAY_MS));
  return range === 'year' ? [...new Set(days.map((day) => day.slice(0, 7)))] : days;
}

function countsOf(days: readonly DayStats[]): Bucket['counts'] {
  const sum = (...statuses: (keyof DayStats['count_by_status'])[]): number =>
    days.reduce((all, day) => all + statuses.reduce((some, name) => some + (day.count_by_status[name] ?? 0), 0), 0);
  return {
    success: sum('success'),
    error: sum('error'),
    rejected: sum('rejected'),
    stopped: sum('stopped', 'canceled'),
  };
}

/** The days of an answer as bars: days, or months in the range of a year; oldest first. */
export function bucketsOf(range: Range, days: readonly DayStats[], now: number): Bucket[] {
  return keysOf(range, now).map((key) => ({
    key,
    counts: countsOf(days.filter(({ date }) => date.startsWith(key))),
  }));
}

export const totalOf = ({ counts }: Pick<Bucket, 'counts'>): number =>
  results.reduce((sum, result) => sum + counts[result], 0);

/** All buckets as one. */
export const sumOf = (buckets: readonly Bucket[]): Bucket['counts'] => ({
  success: buckets.reduce((sum, { counts }) => sum + counts.success, 0),
  error: buckets.reduce((sum, { counts }) => sum + counts.error, 0),
  rejected: buckets.reduce((sum, { counts }) => sum + counts.rejected, 0),
  stopped: buckets.reduce((sum, { counts }) => sum + counts.stopped, 0),
});
