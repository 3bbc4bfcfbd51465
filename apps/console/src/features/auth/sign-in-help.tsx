import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../styles/dialog.css';
import { Dialog } from '../../components/dialogs/dialog.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { Themed } from '../../theme/themed.js';
import { copyText } from '../../lib/copy-text.js';

/** Commands of the server for people who are locked out, in the order in which they are needed. */
const commands = [
  ['listUsers', 'npm run user -- list'],
  ['changePassword', 'npm run user -- change-password --login admin'],
  ['addAdmin', 'npm run user -- add --admin --login LOGIN --name NAME --email EMAIL'],
] as const;

function Command({ command }: { command: string }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(command);
    if (failure === null) {
      notify.success(t('auth.commandCopied'));
    } else {
      notify.error(t('auth.commandCopyFailed', { message: failure }));
    }
  };
  return (
    <div className="si-command">
      <pre>{command}</pre>
      <IconButton
        size="small"
        label={t('auth.copyCommand')}
        icon={<CopyOutlined aria-hidden />}
        onClick={() => void copy()}
      />
    </div>
  );
}

function HelpDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={520}
      maskCloses
      title={t('auth.helpTitle')}
      onClose={close}
      afterClose={onClosed}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <p className="sy-text2">{t('auth.helpText')}</p>
      {commands.map(([step, command]) => (
        <section key={step}>
          <h3 className="sy-refs-heading">{t(`auth.help.${step}`)}</h3>
          <Command command={command} />
        </section>
      ))}
    </Dialog>
  );
}

/** Help for people who are locked out, by somebody at the server. */
export function SignInHelp({ onClosed }: { onClosed: () => void }) {
  return (
    <Themed>
      <HelpDialog onClosed={onClosed} />
    </Themed>
  );
}
