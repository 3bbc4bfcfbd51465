import type { RegistrationTokenWithSecret } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { OnceDialog } from '../../components/dialogs/once-dialog.js';
import { CopyButton } from './copy-button.js';
import { Snippet } from './snippet.js';
import { registrationSnippet } from './usage-snippets.js';
import { useServer } from './use-server.js';

interface RegistrationMadeDialogProps {
  made: RegistrationTokenWithSecret;
  onClosed: () => void;
}

/** A registration token, shown this once, with the commands that use it. */
export function RegistrationMadeDialog({ made: { name, token }, onClosed }: RegistrationMadeDialogProps) {
  const { t } = useTranslation();
  const { address } = useServer();
  const text = registrationSnippet(address, token);
  return (
    <OnceDialog
      width={720}
      title={t('registration.madeTitle', { name })}
      warning={t('registration.once')}
      onClosed={onClosed}
    >
      <div className="sy-token">
        <code>{token}</code>
        <CopyButton thing="token" text={token} />
      </div>
      <div className="sy-section">
        <h3>{t('registration.commands')}</h3>
        <CopyButton className="sy-end" thing="command" text={text} />
      </div>
      <Snippet text={text} label={t('registration.commands')} />
    </OnceDialog>
  );
}
