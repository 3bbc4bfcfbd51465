import { Checkbox, Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

/** The general form of a project; `max_parallel_tasks` 0 or empty = unlimited. */
export interface ProjectValues {
  name: string;
  alert: boolean;
  alert_chat: string;
  max_parallel_tasks: number | null;
  /** Empty = the stored one stays. */
  vault_token: string;
}

export const emptyProject: ProjectValues = {
  name: '',
  alert: false,
  alert_chat: '',
  max_parallel_tasks: null,
  vault_token: '',
};

interface ProjectFieldsProps {
  /** Whether the project may have a token for an external vault. */
  withVault: boolean;
}

export function ProjectFields({ withVault }: ProjectFieldsProps) {
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
      <Form.Item name="alert" valuePropName="checked" extra={t('project.alertHint')}>
        <Checkbox>{t('project.alert')}</Checkbox>
      </Form.Item>
      <Form.Item name="alert_chat" label={t('project.alertChat')} extra={t('project.alertChatHint')}>
        <Input />
      </Form.Item>
      {withVault && (
        <Form.Item name="vault_token" label={t('project.vaultToken')} extra={t('project.vaultTokenHint')}>
          <Input.Password autoComplete="new-password" maxLength={4096} />
        </Form.Item>
      )}
    </>
  );
}
