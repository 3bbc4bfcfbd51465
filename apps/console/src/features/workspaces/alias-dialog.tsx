import { type TerraformAlias, TerraformAliasInput } from '@switchyard/contracts';
import { Form } from 'antd';
import { useTranslation } from 'react-i18next';
import { ResourceSelect } from '../../components/forms/resource-select.js';
import { useListKeysQuery } from '../../api/keys-api.js';
import { useSaveAliasMutation, type WorkspaceRef } from '../../api/terraform-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { draftName } from '../../components/forms/use-draft.js';
import { formIssues } from '../../lib/form-issues.js';

interface AliasDialogProps {
  workspace: WorkspaceRef;
  /** `null` = a new one. */
  row: TerraformAlias | null;
  onClosed: () => void;
}

/** The key that the HTTP backend asks for at an address. */
export function AliasDialog({ workspace, row, onClosed }: AliasDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveAliasMutation();
  const { data: keys = [], isLoading } = useListKeysQuery(workspace.projectId);
  const passwords = keys.filter(({ type }) => type === 'login_password');
  return (
    <FormDialog<{ auth_key_id: number | null }>
      title={row === null ? t('alias.new') : t('alias.edit')}
      width={520}
      initial={{ auth_key_id: row?.auth_key_id ?? null }}
      draft={{ name: draftName(`project/${workspace.projectId}/inventory/${workspace.inventoryId}/aliases`, row?.id) }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => formIssues(TerraformAliasInput, values)}
      onSubmit={({ auth_key_id: keyId }) =>
        keyId === null ? Promise.resolve() : save({ ...workspace, id: row?.id, keyId }).unwrap()
      }
      onClosed={onClosed}
    >
      <Form.Item name="auth_key_id" label={t('alias.key')} required extra={t('alias.keyHint')}>
        <ResourceSelect kind="key" loading={isLoading} rows={passwords} />
      </Form.Item>
    </FormDialog>
  );
}
