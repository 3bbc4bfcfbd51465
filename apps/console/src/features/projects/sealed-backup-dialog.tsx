import { MAX_PASSPHRASE, SealedBackupInput } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { type FormIssue, formIssues } from '../../lib/form-issues.js';
import { useSealedBackup } from './use-backup.js';

interface Values {
  passphrase: string;
  repeated: string;
}

/** Asks for the passphrase of a backup with secrets. */
export function SealedBackupDialog({ projectId, onClosed }: { projectId: number; onClosed: () => void }) {
  const { t } = useTranslation();
  const backup = useSealedBackup(projectId);
  const issuesOf = (values: Values): FormIssue[] => {
    const differs = values.repeated !== values.passphrase;
    const repeat = differs ? [{ path: ['repeated'], message: t('project.passphraseDiffers') }] : [];
    return [...formIssues(SealedBackupInput, values), ...repeat];
  };
  return (
    <FormDialog<Values>
      title={t('project.backupSecrets')}
      width={520}
      initial={{ passphrase: '', repeated: '' }}
      draft={null}
      submitText={t('project.backup')}
      validate={issuesOf}
      onSubmit={({ passphrase }) => backup(passphrase)}
      onClosed={onClosed}
    >
      <p className="sy-text2 sy-dialog-alert">{t('project.backupSecretsText')}</p>
      <Form.Item name="passphrase" label={t('restore.passphrase')} required>
        <Input.Password autoFocus maxLength={MAX_PASSPHRASE} autoComplete="new-password" />
      </Form.Item>
      <Form.Item name="repeated" label={t('project.passphraseRepeat')} required>
        <Input.Password maxLength={MAX_PASSPHRASE} autoComplete="new-password" />
      </Form.Item>
    </FormDialog>
  );
}
