import { Form, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListBuildsQuery } from '../../api/tasks-api.js';

/** Which successful build is deployed; the newest twenty are offered. */
export function BuildField({ projectId, templateId }: { projectId: number; templateId: number }) {
  const { t } = useTranslation();
  const { data: builds = [], isLoading } = useListBuildsQuery({ projectId, templateId });
  return (
    <Form.Item name="build_task_id" label={t('run.build')} required>
      <Select
        loading={isLoading}
        notFoundContent={t('run.noBuild')}
        options={builds.map(({ id, version, message, commit_message }) => ({
          value: id,
          label: (
            <span className="sy-row">
              <code>{version ?? `#${id}`}</code>
              <span className="sy-text2 sy-ellipsis">{message || commit_message}</span>
            </span>
          ),
        }))}
      />
    </Form.Item>
  );
}
