import { useTranslation } from 'react-i18next';
import { OnceDialog } from '../../components/dialogs/once-dialog.js';
import { CopyButton } from './copy-button.js';
import { SecretRow } from './secret-row.js';

interface NotificationSecretDialogProps {
  name: string;
  secret: string;
  onClosed: () => void;
}

/** The key that signs deliveries to the webhook, shown this once. */
export function NotificationSecretDialog({ name, secret, onClosed }: NotificationSecretDialogProps) {
  const { t } = useTranslation();
  return (
    <OnceDialog
      title={t('runners.webhookSecretTitle', { name })}
      warning={t('runners.webhookSecretOnce')}
      onClosed={onClosed}
    >
      <SecretRow label={t('runners.webhookSecret')} shown={secret}>
        <CopyButton thing="secret" text={secret} />
      </SecretRow>
      <p className="sy-text2">{t('runners.webhookSecretText')}</p>
    </OnceDialog>
  );
}
