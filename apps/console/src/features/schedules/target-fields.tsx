import type { Schedule, Template, Workflow } from '@switchyard/contracts';
import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { LaunchForm } from '../../components/forms/launch-form.js';
import { LaunchSection, TemplateField } from '../../components/forms/template-launch.js';
import type { ScheduleValues } from './schedule-values.js';

/** What a schedule can start. */
export interface Targets {
  templates: readonly Template[];
  workflows: readonly Pick<Workflow, 'id' | 'name'>[];
  launch: LaunchForm;
}

const useTarget = (): ScheduleValues['target'] =>
  Form.useWatch('target', Form.useFormInstance<ScheduleValues>()) ?? 'template';

/** The template or the workflow that it starts. Where there is no workflow nothing is asked about one. */
export function TargetFields({ templates, workflows, launch }: Targets) {
  const { t } = useTranslation();
  const target = useTarget();
  return (
    <>
      {workflows.length > 0 && (
        <Form.Item name="target" label={t('schedule.starts')}>
          <Select
            options={(['template', 'workflow'] as const).map((value) => ({ value, label: t(`schedule.${value}`) }))}
          />
        </Form.Item>
      )}
      {target === 'template' ? (
        <TemplateField label={t('schedule.template')} templates={templates} launch={launch} />
      ) : (
        <Form.Item name="workflow_id" label={t('schedule.workflow')} required>
          <Select
            showSearch={{ optionFilterProp: 'label' }}
            options={workflows.map(({ id, name }) => ({ value: id, label: name }))}
          />
        </Form.Item>
      )}
    </>
  );
}

/** What a template is launched with; a workflow is given nothing. */
export function TargetLaunch({ templates, launch, row }: Omit<Targets, 'workflows'> & { row: Schedule | null }) {
  const { t } = useTranslation();
  return useTarget() === 'template' ? (
    <LaunchSection title={t('schedule.params')} templates={templates} launch={launch} row={row} />
  ) : null;
}
