import { Checkbox, Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useFeature } from '../../components/page/use-feature.js';
import type { KeyValues } from './key-values.js';

/** Whether a vault keeps the secret; offered where that is included, or chosen already. */
export function VaultChoice() {
  const { t } = useTranslation();
  const isIncluded = useFeature('hashicorp_vault_secrets') ?? false;
  const isChosen = Form.useWatch<KeyValues['in_vault'] | undefined>('in_vault') ?? false;
  return isIncluded || isChosen ? (
    <Form.Item name="in_vault" valuePropName="checked">
      <Checkbox>{t('key.inVault')}</Checkbox>
    </Form.Item>
  ) : null;
}

/** Where the vault keeps it. */
export function VaultPlace() {
  const { t } = useTranslation();
  return (
    <Form.Item name="vault_reference" label={t('key.vaultPlace')} extra={t('key.vaultHint')} required>
      <Input
        className="sy-mono"
        spellCheck={false}
        autoComplete="off"
        maxLength={512}
        placeholder="secret/web/deploy#private_key"
      />
    </Form.Item>
  );
}
