import { Checkbox, Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

/** The general form of a project; `max_parallel_tasks` 0 or empty = unlimited. */
export interface ProjectValues {
  name: string;
  alert: boolean;
  alert_chat: string;
  max_parallel_tasks: number | null;
}

export const emptyProject: ProjectValues = { name: '', alert: false, alert_chat: '', max_parallel_tasks: null };

export function ProjectFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="name" label={t('project.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <Form.Item
        name="max_parallel_tasks"
        label={t('project.maxParallelTasks')}
        extra={t('project.maxParallelTasksHint')}
      >
        <InputNumber style={{ width: 160 }} placeholder={t('project.unlimited')} />
      </Form.Item>
      <Form.Item name="alert" valuePropName="checked">
        <Checkbox>{t('project.alert')}</Checkbox>
      </Form.Item>
      <Form.Item name="alert_chat" label={t('project.alertChat')} extra={t('project.alertChatHint')}>
        <Input />
      </Form.Item>
    </>
  );
}
