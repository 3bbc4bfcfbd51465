import { Form, Select } from 'antd';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetTaskQuery, useListBuildsQuery } from '../../api/tasks-api.js';
import { taskVersion } from '../../components/task/task-facts.js';
import { usePutLateValue } from '../../components/forms/late-value.js';
import { ChangedLabel } from './changed-label.js';
import { offeredBuilds } from './run-values.js';
import type { RunValues } from './run-values.js';

/** Which successful build is deployed; the newest twenty are offered beside the one of an earlier run, the newest is chosen. */
export function BuildField({ projectId, templateId }: { projectId: number; templateId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<RunValues>();
  const putLate = usePutLateValue();
  const { data: builds, isLoading } = useListBuildsQuery({ projectId, templateId });
  const newest = builds?.[0]?.id;
  const chosen = Form.useWatch('build_task_id', form) ?? null;
  const isOlder = builds !== undefined && chosen !== null && !builds.some(({ id }) => id === chosen);
  const { data: older } = useGetTaskQuery({ projectId, taskId: chosen ?? 0 }, { skip: !isOlder });
  useEffect(() => {
    if (newest !== undefined && form.getFieldValue('build_task_id') === null) {
      putLate('build_task_id', newest);
    }
  }, [form, newest, putLate]);
  return (
    <Form.Item name="build_task_id" label={<ChangedLabel name="build_task_id">{t('run.build')}</ChangedLabel>} required>
      <Select
        loading={isLoading}
        notFoundContent={t('run.noBuild')}
        options={offeredBuilds(builds, isOlder ? older : undefined).map((build) => ({
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
