import type { AlertChannel } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useDeleteAlertChannelMutation } from '../../api/alerts-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';

interface DeleteChannelDialogProps {
  channel: AlertChannel;
  onClosed: () => void;
}

export function DeleteChannelDialog({ channel, onClosed }: DeleteChannelDialogProps) {
  const { t } = useTranslation();
  const [remove] = useDeleteAlertChannelMutation();
  return (
    <AskDialog
      title={t('delete.title', { name: channel.name })}
      button={t('alerts.delete')}
      onConfirm={() => remove({ projectId: channel.project_id, id: channel.id }).unwrap()}
      onClosed={onClosed}
    >
      <p>{t('alerts.deleteText')}</p>
    </AskDialog>
  );
}
