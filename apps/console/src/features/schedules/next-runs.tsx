import { Form, Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useForecastScheduleQuery } from '../../api/schedules-api.js';
import { OWN_ZONE } from '../../lib/own-zone.js';
import { useDebounced } from '../../lib/use-debounced.js';
import { useLocale } from '../../lib/use-locale.js';
import { type ScheduleValues, timingBody } from './schedule-values.js';

const TYPING_MS = 250;

function momentIn(time: string, timeZone: string, locale: string): string {
  const day = { weekday: 'short', year: 'numeric', month: 'short', day: 'numeric' } as const;
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
  return new Intl.DateTimeFormat(locale, { ...day, ...clock, timeZone }).format(new Date(time));
}

/** The next due times of what is typed, in the zone of the schedule and, where that is another, in the reader's. */
export function NextRuns({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const form = Form.useFormInstance<ScheduleValues>();
  const mode = Form.useWatch('mode', form);
  const cron_format = Form.useWatch('cron_format', form) ?? '';
  const run_at = Form.useWatch('run_at', form) ?? '';
  const timezone = Form.useWatch('timezone', form) ?? '';
  const typed = JSON.stringify(mode === undefined ? null : timingBody({ mode, cron_format, run_at, timezone }));
  const timing = JSON.parse(useDebounced(typed, TYPING_MS)) as ReturnType<typeof timingBody> | null;
  const isEmpty = timing === null || mode === 'commits' || (timing.cron_format === '' && timing.run_at === null);
  const { data, error } = useForecastScheduleQuery(
    { projectId, timing: timing as ReturnType<typeof timingBody> },
    { skip: isEmpty },
  );
  if (isEmpty) {
    return null;
  }
  const isOther = (time: string, zone: string): boolean =>
    momentIn(time, zone, locale) !== momentIn(time, OWN_ZONE, locale);
  return (
    <section className="sy-next-runs" aria-live="polite" aria-label={t('schedule.nextRuns')}>
      <h3>{t('schedule.nextRuns')}</h3>
      {error !== undefined && <p className="sy-field-fault">{errorMessage(error)}</p>}
      {error === undefined && data === undefined && <Skeleton active title={false} paragraph={{ rows: 3 }} />}
      {error === undefined && data !== undefined && (
        <>
          <ol>
            {data.next_runs.map((time) => (
              <li key={time}>
                <time dateTime={time}>{momentIn(time, data.timezone, locale)}</time>
                {isOther(time, data.timezone) && (
                  <span className="sy-text3">{t('schedule.yourTime', { time: momentIn(time, OWN_ZONE, locale) })}</span>
                )}
              </li>
            ))}
          </ol>
          <p className="sy-text3">
            {data.timezone === OWN_ZONE
              ? t('schedule.ownZone', { zone: OWN_ZONE })
              : t('schedule.zones', { zone: data.timezone, own: OWN_ZONE })}
          </p>
        </>
      )}
    </section>
  );
}
