import { Select } from 'antd';
import { useTranslation } from 'react-i18next';

/** How often a schedule looks for new commits (resources 4). */
const INTERVALS = [
  { cron: '* * * * *', word: 'minute' },
  { cron: '*/5 * * * *', word: 'fiveMinutes' },
  { cron: '*/10 * * * *', word: 'tenMinutes' },
  { cron: '0 * * * *', word: 'hour' },
  { cron: '0 0 * * *', word: 'day' },
] as const;

export const DEFAULT_INTERVAL = INTERVALS[0].cron;

/** An expression that is none of these stays a choice of its own. */
export function CheckIntervalSelect(field: { id?: string; value?: string; onChange?: (cron: string) => void }) {
  const { t } = useTranslation();
  const options = INTERVALS.map(({ cron, word }) => ({ value: cron as string, label: t(`commits.every.${word}`) }));
  const isOther = field.value !== undefined && options.every(({ value }) => value !== field.value);
  const all = isOther ? [...options, { value: field.value ?? '', label: field.value ?? '' }] : options;
  return <Select<string> {...field} options={all} />;
}
