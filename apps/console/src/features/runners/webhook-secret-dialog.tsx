import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.js';
import { CopyButton } from './copy-button.js';
import { SecretRow } from './secret-row.js';

interface WebhookSecretDialogProps {
  name: string;
  secret: string;
  onClosed: () => void;
}

/** The key that signs what the webhook is told, shown this once. */
export function WebhookSecretDialog({ name, secret, onClosed }: WebhookSecretDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={520}
      title={t('runners.webhookSecretTitle', { name })}
      onClose={close}
      afterClose={onClosed}
      footer={
        <Button type="primary" onClick={close}>
          {t('runners.done')}
        </Button>
      }
    >
      <Alert className="sy-dialog-alert" type="warning" showIcon title={t('runners.webhookSecretOnce')} />
      <SecretRow label={t('runners.webhookSecret')} shown={secret}>
        <CopyButton thing="secret" text={secret} />
      </SecretRow>
      <p className="sy-text2">{t('runners.webhookSecretText')}</p>
    </Dialog>
  );
}
