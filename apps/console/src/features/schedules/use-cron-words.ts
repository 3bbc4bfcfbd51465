import { useTranslation } from 'react-i18next';
import { listText } from '../../lib/list-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { type CronFields, timingOf } from './timing.js';

/** A Sunday and a January, from which names of days and months are counted. */
const SUNDAY = Date.UTC(2023, 0, 1);
const DAY_MS = 86_400_000;
/** Most times of a day that are named one by one. */
const MOST_TIMES = 6;

/** Short name of a day of the week, 0 = Sunday. */
export const weekdayName = (day: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { weekday: 'short', timeZone: 'UTC' }).format(SUNDAY + day * DAY_MS);

/** Short name of a month, 1 = January. */
export const monthName = (month: number, locale: string): string =>
  new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' }).format(Date.UTC(2023, month - 1, 1));

const two = (value: number): string => String(value).padStart(2, '0');

/** A cron expression in words; `null` = it has none, so that itself is shown. */
export function useCronWords(): (cron: string) => string | null {
  const { t } = useTranslation();
  const locale = useLocale();
  const list = (values: readonly (string | number)[]): string => listText(values.map(String));
  const timesOf = ({ minutes, hours }: CronFields): string => {
    if (hours.length === 0) {
      return minutes.length === 0
        ? t('schedule.words.everyMinute')
        : t('schedule.words.hourly', { minutes: list(minutes) });
    }
    if (minutes.length === 0 || hours.length * minutes.length > MOST_TIMES) {
      const of = minutes.length === 0 ? t('schedule.words.each') : list(minutes);
      return t('schedule.words.minutesOf', { minutes: of, hours: list(hours) });
    }
    return list(hours.flatMap((hour) => minutes.map((minute) => `${two(hour)}:${two(minute)}`)));
  };
  return (cron) => {
    const { mode, fields } = timingOf(cron);
    const times = timesOf(fields);
    const days = list(fields.days);
    switch (mode) {
      case 'hourly':
        return times;
      case 'daily':
        return t('schedule.words.daily', { times });
      case 'weekly':
        return t('schedule.words.weekly', {
          days: list(fields.weekdays.map((day) => weekdayName(day, locale))),
          times,
        });
      case 'monthly':
        return t('schedule.words.monthly', { days, times });
      case 'yearly': {
        const months = list(fields.months.map((month) => monthName(month, locale)));
        return days === ''
          ? t('schedule.words.months', { months, times })
          : t('schedule.words.yearly', { days, months, times });
      }
      default:
        return null;
    }
  };
}
