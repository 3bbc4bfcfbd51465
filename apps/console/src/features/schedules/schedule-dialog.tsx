import { MISSED_POLICIES, OVERLAP_POLICIES, type Schedule, ScheduleInput } from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSaveScheduleMutation } from '../../api/schedules-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { storedSecrets, withoutSecretAnswers } from '../../components/forms/launch-form.js';
import { editedAs } from '../../components/forms/use-conflict.js';
import type { Stored } from '../../api/stored-api.js';
import { NextRuns } from './next-runs.js';
import {
  launchOf,
  needsName,
  scheduleBody,
  scheduleIssues,
  scheduleValues,
  startsEveryMinute,
  type ScheduleValues,
} from './schedule-values.js';
import { TargetFields, TargetLaunch, type Targets } from './target-fields.js';
import { TimingFields } from './timing-fields.js';

interface ScheduleDialogProps extends Targets {
  projectId: number;
  /** As it was read by itself; `null` = a new one. */
  stored: Stored<Schedule> | null;
  readAgain?: () => Promise<Stored<Schedule>>;
  onClosed: () => void;
}

function PolicyFields() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<ScheduleValues>();
  const isOnce = Form.useWatch('mode', form) === 'once';
  return (
    <>
      <div className="sy-halves">
        <Form.Item name="overlap_policy" label={t('schedule.overlap')}>
          <Select options={OVERLAP_POLICIES.map((value) => ({ value, label: t(`schedule.overlaps.${value}`) }))} />
        </Form.Item>
        <Form.Item name="missed_policy" label={t('schedule.missed')}>
          <Select options={MISSED_POLICIES.map((value) => ({ value, label: t(`schedule.misses.${value}`) }))} />
        </Form.Item>
      </div>
      <div className="sy-checks">
        <Form.Item name="active" valuePropName="checked" noStyle>
          <Checkbox>{t('schedule.active')}</Checkbox>
        </Form.Item>
        {isOnce && (
          <Form.Item name="delete_after_run" valuePropName="checked" noStyle>
            <Checkbox>{t('schedule.deleteAfterRun')}</Checkbox>
          </Form.Item>
        )}
      </div>
    </>
  );
}

/** New and edit: name, template or workflow, timing with its next runs, policies, what it launches with. */
export function ScheduleDialog({ projectId, stored, readAgain, onClosed, ...targets }: ScheduleDialogProps) {
  const { templates, launch } = targets;
  const row = stored?.row ?? null;
  const { t } = useTranslation();
  const [save] = useSaveScheduleMutation();
  const only = templates.length === 1 ? templates[0] : undefined;
  const templateOf = (id: number | undefined) => templates.find((each) => each.id === id);
  const launched = ({ target, template_id: id }: ScheduleValues) =>
    target === 'template' ? templateOf(id) : undefined;
  const valuesOf = (of: Schedule | null): ScheduleValues => {
    const values = scheduleValues(of, only?.id);
    const template = templateOf(values.template_id);
    return { ...values, ...(template && launch.values(template, of && launchOf(of))) };
  };
  const edited = stored && readAgain ? editedAs(stored, readAgain, valuesOf) : undefined;
  const bodyOf = (values: ScheduleValues): object => {
    const chosen = launched(values);
    return scheduleBody(values, chosen ? launch.body(chosen, values) : {});
  };
  return (
    <FormDialog<ScheduleValues>
      title={row === null ? t('schedule.new') : t('schedule.edit')}
      width={520}
      initial={valuesOf(row)}
      edited={edited}
      draft={{
        name: draftName(`project/${projectId}/schedules`, row?.id),
        plain: (values) => withoutSecretAnswers(values, templateOf(values.template_id)),
      }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => {
        const chosen = launched(values);
        const issues = chosen ? launch.issues(chosen, values, storedSecrets(row, chosen.id)) : [];
        return [...scheduleIssues(values, row), ...issues];
      }}
      place={launch.place}
      question={(values) =>
        startsEveryMinute(values, row)
          ? { title: t('schedule.everyMinuteTitle'), text: t('schedule.everyMinuteText', { cron: values.cron_format }) }
          : null
      }
      onSubmit={(values, tag) =>
        save({ projectId, id: row?.id, tag, body: ScheduleInput.parse(bodyOf(values)) }).unwrap()
      }
      onClosed={onClosed}
    >
      <Form.Item name="name" label={t('schedule.name')} required={needsName(row)}>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <TargetFields {...targets} />
      <TimingFields projectId={projectId} />
      <NextRuns projectId={projectId} />
      <PolicyFields />
      <TargetLaunch templates={templates} launch={launch} row={row} />
    </FormDialog>
  );
}
