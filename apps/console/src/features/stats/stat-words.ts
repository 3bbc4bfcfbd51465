import { useMemo } from 'react';
import type { Tone } from '../../theme/palette.js';
import { useLocale } from '../../lib/use-locale.js';
import type { Result } from './stat-buckets.js';

export const tones: Readonly<Record<Result, Tone>> = {
  success: 'green',
  error: 'red',
  rejected: 'volcano',
  stopped: 'grey',
};

interface DayWords {
  /** At the axis. */
  short: (key: string) => string;
  /** In the table, with the year unless it is this one. */
  long: (key: string) => string;
}

const isMonth = (key: string): boolean => key.length === 7;
const timeOf = (key: string): Date => new Date(isMonth(key) ? `${key}-01` : key);

/** Names of days and months, in UTC as they are counted. */
export function useDayWords(): DayWords {
  const locale = useLocale();
  return useMemo(() => {
    const format = (options: Intl.DateTimeFormatOptions) =>
      new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' });
    const day = format({ month: 'short', day: 'numeric' });
    const weekday = format({ weekday: 'short', month: 'short', day: 'numeric' });
    const weekdayOfYear = format({ weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' });
    const thisYear = new Date().toISOString().slice(0, 4);
    const wholeDay = (key: string) => (key.startsWith(thisYear) ? weekday : weekdayOfYear);
    const month = format({ month: 'short', year: '2-digit' });
    const wholeMonth = format({ month: 'long', year: 'numeric' });
    return {
      short: (key) => (isMonth(key) ? month : day).format(timeOf(key)),
      long: (key) => (isMonth(key) ? wholeMonth : wholeDay(key)).format(timeOf(key)),
    };
  }, [locale]);
}
