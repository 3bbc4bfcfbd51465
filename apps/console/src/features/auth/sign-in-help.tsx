import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import '../../styles/dialog.css';
import { Dialog } from '../../components/dialog.js';

/** Commands of the server for people who are locked out, in the order in which they are needed. */
const commands = [
  ['listUsers', 'npm run user -- list'],
  ['changePassword', 'npm run user -- change-password --login admin'],
  ['addAdmin', 'npm run user -- add --admin --login LOGIN --name NAME --email EMAIL'],
] as const;

export function SignInHelp({ onClosed }: { onClosed: () => void }) {
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
          <pre className="si-command">{command}</pre>
        </section>
      ))}
    </Dialog>
  );
}
