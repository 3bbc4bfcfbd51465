import { issueAt, problem, TemplateVaultInput, vaultId } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { formIssues, type FormIssue } from '../../lib/form-issues.js';
import type { VaultValues } from './template-values.js';

const blank: VaultValues = { name: null, type: 'password', vault_key_id: null, script: null };

function VaultFields({ projectId }: { projectId: number }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<VaultValues>();
  const type = Form.useWatch('type', form) ?? 'password';
  const { data: keys = [], isLoading } = useListKeysQuery(projectId);
  const passwords = keys.filter((key) => key.type === 'login_password');
  return (
    <>
      <Form.Item name="name" label={t('vault.name')} extra={t('vault.nameHint')}>
        <Input autoFocus className="sy-mono" spellCheck={false} placeholder={t('vault.default')} />
      </Form.Item>
      <Form.Item name="type" label={t('vault.type')} required>
        <Select
          options={[
            { value: 'password', label: t('vault.types.password') },
            { value: 'script', label: t('vault.types.script') },
          ]}
        />
      </Form.Item>
      {type === 'password' ? (
        <Form.Item name="vault_key_id" label={t('vault.key')} required extra={t('vault.keyHint')}>
          <ResourceSelect kind="key" loading={isLoading} rows={passwords} />
        </Form.Item>
      ) : (
        <Form.Item name="script" label={t('vault.script')} required extra={t('vault.scriptHint')}>
          <Input className="sy-mono" spellCheck={false} placeholder="scripts/vault-client.sh" />
        </Form.Item>
      )}
    </>
  );
}

interface VaultDialogProps {
  projectId: number;
  vault: VaultValues | null;
  /** Names of the other vaults; null is the default one. */
  taken: readonly (string | null)[];
  onSave: (vault: VaultValues) => void;
  onClosed: () => void;
}

/** One vault of a template: a password from the key store, or a client script. */
export function VaultDialog({ projectId, vault, taken, onSave, onClosed }: VaultDialogProps) {
  const { t } = useTranslation();
  const issues = (values: VaultValues): FormIssue[] => {
    const name = vaultId({ name: values.name?.trim().toLowerCase() || null });
    const isTaken = taken.some((other) => vaultId({ name: other }) === name);
    const twice = isTaken ? [issueAt(['name'], problem('name_taken'))] : [];
    return [...twice, ...formIssues(TemplateVaultInput, values)];
  };
  const save = async (values: VaultValues): Promise<void> => {
    const { id, name, type, vault_key_id, script } = TemplateVaultInput.parse(values);
    const source = type === 'password' ? { vault_key_id, script: null } : { vault_key_id: null, script };
    onSave({ ...(id && { id }), name, type, ...source });
  };
  return (
    <FormDialog<VaultValues>
      title={vault === null ? t('vault.add') : t('vault.edit')}
      width={520}
      initial={vault ?? blank}
      draft={null}
      submitText={vault === null ? t('common.add') : t('common.apply')}
      validate={issues}
      onSubmit={save}
      onClosed={onClosed}
    >
      <VaultFields projectId={projectId} />
    </FormDialog>
  );
}
