import { gitUrlKind } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { useListGitRepositoriesQuery } from '../../api/git-repositories-api.js';
import { useGetInfoQuery } from '../../api/system-api.js';
import { CheckIntervalSelect, DEFAULT_INTERVAL } from '../../components/forms/check-interval-select.js';
import { useLocale } from '../../lib/use-locale.js';
import type { ScheduleValues } from './schedule-values.js';
import { type CronField, cronOf, fieldsOf, startOf, type TimingMode, timingModes, timingOf } from './timing.js';
import { monthName, weekdayName } from './use-cron-words.js';
import { isZoneFound, zoneChoices } from './zone-choices.js';

const MINUTE_STEP = 5;
const upTo = (first: number, last: number, step = 1): number[] =>
  Array.from({ length: Math.floor((last - first) / step) + 1 }, (_, i) => first + i * step);

/** Options of each field (resources 4). */
const offered: Readonly<Record<CronField, readonly number[]>> = {
  months: upTo(1, 12),
  days: upTo(1, 31),
  weekdays: [1, 2, 3, 4, 5, 6, 0],
  hours: upTo(0, 23),
  minutes: upTo(0, 55, MINUTE_STEP),
};

function useLabelOf(): (field: CronField, value: number) => string {
  const locale = useLocale();
  return (field, value) => {
    if (field === 'months') {
      return monthName(value, locale);
    }
    return field === 'weekdays' ? weekdayName(value, locale) : String(value).padStart(field === 'days' ? 1 : 2, '0');
  };
}

/** One field of the expression; nothing chosen = every value. */
function Picker({ field }: { field: CronField }) {
  const { t } = useTranslation();
  const labelOf = useLabelOf();
  const form = Form.useFormInstance<ScheduleValues>();
  const cron = Form.useWatch('cron_format', form) ?? startOf.daily;
  const mode = Form.useWatch('mode', form) ?? 'daily';
  const { fields } = timingOf(cron);
  const values = [...new Set([...offered[field], ...fields[field]])];
  const choose = (chosen: number[]): void =>
    form.setFieldValue('cron_format', cronOf(mode, { ...fields, [field]: chosen }));
  return (
    <Form.Item label={t(`schedule.fields.${field}`)} htmlFor={`schedule-${field}`}>
      <Select
        id={`schedule-${field}`}
        mode="multiple"
        value={fields[field]}
        placeholder={t(`schedule.every.${field}`)}
        options={values.map((value) => ({ value, label: labelOf(field, value) }))}
        showSearch={{ optionFilterProp: 'label' }}
        onChange={choose}
      />
    </Form.Item>
  );
}

/** Keeps what the next mode shows too; where nothing is left of it the mode begins as it always does. */
function cronFor(mode: TimingMode, cron: string): string {
  if (mode === 'raw' || mode === 'once') {
    return cron;
  }
  if (mode === 'commits') {
    return DEFAULT_INTERVAL;
  }
  const kept = cronOf(mode, timingOf(cron).fields);
  return timingOf(kept).mode === mode ? kept : startOf[mode];
}

function ModeField() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<ScheduleValues>();
  return (
    <Form.Item name="mode" label={t('schedule.timing')} required>
      <Select
        options={timingModes.map((value) => ({ value, label: t(`schedule.modes.${value}`) }))}
        onChange={(mode: TimingMode) =>
          form.setFieldValue('cron_format', cronFor(mode, form.getFieldValue('cron_format') as string))
        }
      />
    </Form.Item>
  );
}

/** The zones that this browser knows; the first stands for that of the installation. */
function ZoneField() {
  const { t } = useTranslation();
  const { data: info } = useGetInfoQuery();
  const zones = useMemo(() => zoneChoices(Intl.supportedValuesOf('timeZone')), []);
  const standard = t('schedule.defaultZone', { zone: info?.schedule_timezone ?? 'UTC' });
  return (
    <Form.Item name="timezone" label={t('schedule.timezone')}>
      <Select
        showSearch={{ filterOption: (typed, choice) => choice !== undefined && isZoneFound(typed, choice) }}
        options={[{ value: '', label: standard, words: standard.toLowerCase() }, ...zones]}
      />
    </Form.Item>
  );
}

/** Which repository a schedule looks at for new commits, and how often. */
function CommitTiming({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const { data: repositories = [], isLoading } = useListGitRepositoriesQuery(projectId);
  const watched = repositories.filter(({ git_url: url }) => gitUrlKind(url) !== 'local');
  return (
    <>
      <Form.Item name="repository_id" label={t('commits.repository')} required>
        <ResourceSelect kind="repository" loading={isLoading} rows={watched} />
      </Form.Item>
      <Form.Item name="cron_format" label={t('commits.interval')} required>
        <CheckIntervalSelect />
      </Form.Item>
    </>
  );
}

/** When a schedule runs: a mode, its pickers, the zone. */
export function TimingFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<ScheduleValues>();
  const mode = Form.useWatch('mode', form) ?? 'daily';
  return (
    <>
      <div className="sy-halves">
        <ModeField />
        {mode === 'commits' && <CommitTiming projectId={projectId} />}
        {mode === 'once' && (
          <Form.Item name="run_at" label={t('schedule.runAt')} required extra={t('schedule.runAtHint')}>
            <Input type="datetime-local" />
          </Form.Item>
        )}
        {mode !== 'once' && mode !== 'commits' && <ZoneField />}
        {fieldsOf[mode].map((field) => (
          <Picker key={field} field={field} />
        ))}
      </div>
      {mode !== 'commits' && (
        <Form.Item
          name="cron_format"
          label={t('schedule.cron')}
          required
          hidden={mode !== 'raw'}
          extra={t('schedule.cronHint')}
        >
          <Input className="sy-mono" spellCheck={false} />
        </Form.Item>
      )}
    </>
  );
}
