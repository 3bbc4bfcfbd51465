import type { AuditReceiver } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useDeleteAuditReceiverMutation } from '../../api/audit-receivers-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';

interface DeleteReceiverDialogProps {
  receiver: AuditReceiver;
  onClosed: () => void;
}

export function DeleteReceiverDialog({ receiver: { id, name }, onClosed }: DeleteReceiverDialogProps) {
  const { t } = useTranslation();
  const [remove] = useDeleteAuditReceiverMutation();
  return (
    <AskDialog
      title={t('delete.title', { name })}
      button={t('audit.receivers.delete')}
      onConfirm={() => remove(id).unwrap()}
      onClosed={onClosed}
    >
      <p>{t('audit.receivers.deleteText')}</p>
    </AskDialog>
  );
}
