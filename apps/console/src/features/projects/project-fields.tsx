import { Checkbox, Form, Input, InputNumber } from 'antd';
import { useTranslation } from 'react-i18next';

/** Whether the project may use an external vault, and has a token for it. */
export interface VaultAccess {
  hasToken: boolean;
}

interface ProjectFieldsProps {
  /** `null` = no vault is offered. */
  vault: VaultAccess | null;
  /** Shows also the fields that are chosen once there is something in the project. */
  isStored?: boolean;
}

function VaultFields({ hasToken }: VaultAccess) {
  const { t } = useTranslation();
  const forget = Form.useWatch<boolean | undefined>('forget_vault_token') ?? false;
  return (
    <>
      <Form.Item name="vault_address" label={t('project.vaultAddress')} extra={t('project.vaultAddressHint')}>
        <Input spellCheck={false} maxLength={2048} placeholder="https://vault.example.com:8200" />
      </Form.Item>
      <Form.Item name="vault_namespace" label={t('project.vaultNamespace')}>
        <Input spellCheck={false} maxLength={255} />
      </Form.Item>
      <Form.Item
        name="vault_token"
        label={t('project.vaultToken')}
        extra={hasToken ? t('project.vaultTokenHint') : t('project.vaultTokenNone')}
      >
        <Input.Password disabled={forget} autoComplete="new-password" maxLength={4096} />
      </Form.Item>
      {hasToken && (
        <Form.Item name="forget_vault_token" valuePropName="checked">
          <Checkbox>{t('project.forgetVaultToken')}</Checkbox>
        </Form.Item>
      )}
    </>
  );
}

export function ProjectFields({ vault, isStored = false }: ProjectFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name="name" label={t('project.name')} required>
        <Input autoFocus={!isStored} maxLength={255} />
      </Form.Item>
      <Form.Item
        name="max_parallel_tasks"
        label={t('project.maxParallelTasks')}
        extra={t('project.maxParallelTasksHint')}
      >
        <InputNumber controls={false} style={{ width: 160 }} placeholder={t('project.unlimited')} />
      </Form.Item>
      <Form.Item name="alert" valuePropName="checked" extra={t('project.alertHint')}>
        <Checkbox>{t('project.alert')}</Checkbox>
      </Form.Item>
      <Form.Item name="alert_chat" label={t('project.alertChat')} extra={t('project.alertChatHint')}>
        <Input />
      </Form.Item>
      {vault && <VaultFields {...vault} />}
      {isStored && (
        <>
          <h2 id="sharing" className="sy-settings-part">
            {t('project.parts.sharing')}
          </h2>
          <Form.Item name="allow_log_links" valuePropName="checked" extra={t('project.allowLogLinksHint')}>
            <Checkbox>{t('project.allowLogLinks')}</Checkbox>
          </Form.Item>
        </>
      )}
    </>
  );
}
