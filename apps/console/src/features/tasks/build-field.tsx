import { Form, Select } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useListBuildsQuery } from '../../api/tasks-api.js';
import { taskVersion } from '../../components/task/task-facts.js';
import { ChangedLabel } from './changed-label.js';
import type { RunValues } from './run-values.js';

/** Which successful build is deployed; the newest twenty are offered, the newest is chosen. */
export function BuildField({ projectId, templateId }: { projectId: number; templateId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<RunValues>();
  const { data: builds = [], isLoading } = useListBuildsQuery({ projectId, templateId });
  const newest = builds[0]?.id;
  useEffect(() => {
    if (newest !== undefined && form.getFieldValue('build_task_id') === null) {
      // Nobody chose it, so leaving the form loses nothing.
      form.setFields([{ name: 'build_task_id', value: newest, touched: false }]);
    }
  }, [form, newest]);
  return (
    <Form.Item name="build_task_id" label={<ChangedLabel name="build_task_id">{t('run.build')}</ChangedLabel>} required>
      <Select
        loading={isLoading}
        notFoundContent={t('run.noBuild')}
        options={builds.map((build) => ({
          value: build.id,
          label: (
            <span className="sy-row">
              <code>{taskVersion(build) ?? `#${build.id}`}</code>
              <span className="sy-text2 sy-ellipsis">{build.message || build.commit_message}</span>
            </span>
          ),
        }))}
      />
    </Form.Item>
  );
}
