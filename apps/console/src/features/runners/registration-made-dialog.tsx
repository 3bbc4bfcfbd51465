import type { RegistrationTokenWithSecret } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.js';
import { CopyButton } from './copy-button.js';
import { Snippet } from './snippet.js';
import { registrationSnippet } from './usage-snippets.js';
import { useServer } from './use-server.js';

/** A registration token, shown this once, with the commands that use it. */
export function RegistrationMadeDialog({
  made: { name, token },
  onClosed,
}: {
  made: RegistrationTokenWithSecret;
  onClosed: () => void;
}) {
  const { t } = useTranslation();
  const { address } = useServer();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  const text = registrationSnippet(address, token);
  return (
    <Dialog
      open={open}
      width={720}
      title={t('registration.madeTitle', { name })}
      onClose={close}
      afterClose={onClosed}
      footer={
        <Button type="primary" onClick={close}>
          {t('runners.done')}
        </Button>
      }
    >
      <Alert className="sy-dialog-alert" type="warning" showIcon title={t('registration.once')} />
      <div className="sy-token">
        <code>{token}</code>
        <CopyButton thing="token" text={token} />
      </div>
      <div className="sy-section">
        <h3>{t('registration.commands')}</h3>
        <CopyButton className="sy-end" thing="command" text={text} />
      </div>
      <Snippet text={text} label={t('registration.commands')} />
    </Dialog>
  );
}
