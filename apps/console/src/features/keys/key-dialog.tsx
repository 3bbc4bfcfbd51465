import { KEY_TYPES, KeyInput, type Key } from '@switchyard/contracts';
import { Checkbox, Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { useSaveKeyMutation } from '../../api/keys-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { StoredRow } from '../../components/dialogs/stored-row.js';
import { UsedBy } from '../../components/dialogs/used-by.js';
import { type Edited, editedAs } from '../../components/forms/use-conflict.js';
import { keyBody, keyIssues, keyValues, type KeyValues } from './key-values.js';

function LoginPasswordFields() {
  const { t } = useTranslation();
  return (
    <>
      <Form.Item name={['login_password', 'login']} label={t('key.username')}>
        <Input autoComplete="off" />
      </Form.Item>
      <Form.Item name={['login_password', 'password']} label={t('key.password')} required>
        <Input.Password autoComplete="new-password" />
      </Form.Item>
    </>
  );
}

function SshFields() {
  const { t } = useTranslation();
  return (
    <>
      <div className="sy-halves">
        <Form.Item name={['ssh', 'login']} label={t('key.username')}>
          <Input autoComplete="off" />
        </Form.Item>
        <Form.Item name={['ssh', 'passphrase']} label={t('key.passphrase')}>
          <Input.Password autoComplete="new-password" />
        </Form.Item>
      </div>
      <Form.Item name={['ssh', 'private_key']} label={t('key.privateKey')} required>
        <Input.TextArea className="sy-mono" autoSize={{ minRows: 5, maxRows: 14 }} spellCheck={false} />
      </Form.Item>
    </>
  );
}

/** The type and the secret of an existing key can be changed only when its override is ticked. */
function KeyFields({ isNew }: { isNew: boolean }) {
  const { t } = useTranslation();
  const form = Form.useFormInstance<KeyValues>();
  const type = Form.useWatch('type', form);
  const override = Form.useWatch('override_secret', form);
  const editable = isNew || override;
  return (
    <>
      <Form.Item name="name" label={t('key.name')} required>
        <Input autoFocus />
      </Form.Item>
      {!isNew && (
        <Form.Item name="override_secret" valuePropName="checked">
          <Checkbox>{t('key.override')}</Checkbox>
        </Form.Item>
      )}
      <Form.Item name="type" label={t('key.type')} required={editable}>
        <Select disabled={!editable} options={KEY_TYPES.map((value) => ({ value, label: t(`key.types.${value}`) }))} />
      </Form.Item>
      {editable && type === 'login_password' && <LoginPasswordFields />}
      {editable && type === 'ssh' && <SshFields />}
    </>
  );
}

interface KeyDialogProps {
  projectId: number;
  row: Key | null;
  onClosed: () => void;
}

interface LoadedDialogProps extends KeyDialogProps {
  edited?: Edited<KeyValues>;
}

function LoadedDialog({ projectId, row, edited, onClosed }: LoadedDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveKeyMutation();
  return (
    <FormDialog<KeyValues>
      title={row === null ? t('key.new') : t('key.edit')}
      width={520}
      initial={keyValues(row)}
      edited={edited}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={(values) => keyIssues(values, row === null)}
      onSubmit={(values, tag) => save({ projectId, id: row?.id, tag, body: KeyInput.parse(keyBody(values)) }).unwrap()}
      onClosed={onClosed}
      aside={row !== null && <UsedBy projectId={projectId} kind="keys" id={row.id} />}
    >
      <KeyFields isNew={row === null} />
    </FormDialog>
  );
}

export function KeyDialog({ projectId, row, onClosed }: KeyDialogProps) {
  const { t } = useTranslation();
  const common = { projectId, onClosed };
  return row === null ? (
    <LoadedDialog {...common} row={null} />
  ) : (
    <StoredRow<Key> path={`project/${projectId}/keys/${row.id}`} title={t('key.edit')} onClosed={onClosed}>
      {(stored, readAgain) => (
        <LoadedDialog {...common} row={stored.row} edited={editedAs(stored, readAgain, keyValues)} />
      )}
    </StoredRow>
  );
}
