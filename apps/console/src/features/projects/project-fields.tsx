import { Checkbox, Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

interface ProjectFieldsProps {
  /** Whether the project may have a token for an external vault. */
  withVault: boolean;
}

function VaultTokenFields() {
  const { t } = useTranslation();
  const forget = Form.useWatch<boolean | undefined>('forget_vault_token') ?? false;
  return (
    <>
      <Form.Item name="vault_token" label={t('project.vaultToken')} extra={t('project.vaultTokenHint')}>
        <Input.Password disabled={forget} autoComplete="new-password" maxLength={4096} />
      </Form.Item>
      <Form.Item name="forget_vault_token" valuePropName="checked">
        <Checkbox>{t('project.forgetVaultToken')}</Checkbox>
      </Form.Item>
    </>
  );
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
      {withVault && <VaultTokenFields />}
    </>
  );
}
