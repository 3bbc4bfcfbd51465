import { CopyOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { copyText } from '../../lib/copy-text.js';

interface PublicKeyProps {
  /** A line of `authorized_keys`. */
  text: string;
  fingerprint: string;
}

/** The public key of an SSH key with its fingerprint, to copy. */
export function PublicKey({ text, fingerprint }: PublicKeyProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(text);
    if (failure === null) {
      notify.success(t('key.publicCopied'));
    } else {
      notify.error(t('key.publicCopyFailed', { message: failure }));
    }
  };
  return (
    <div className="sy-public-key">
      <div className="sy-token">
        <code>{text}</code>
        <Button icon={<CopyOutlined aria-hidden />} aria-label={t('key.publicCopy')} onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
      </div>
      <p className="sy-text2">
        {t('key.fingerprint')}: <code>{fingerprint}</code>
      </p>
    </div>
  );
}

/** The public key of a pair that was just made. It can be read again in the key itself. */
export function PublicKeyDialog({ name, onClosed, ...shown }: PublicKeyProps & { name: string; onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={520}
      title={t('key.publicTitle', { name })}
      onClose={close}
      afterClose={onClosed}
      footer={
        <Button type="primary" autoFocus onClick={close}>
          {t('common.done')}
        </Button>
      }
    >
      <p className="sy-dialog-alert">{t('key.publicText')}</p>
      <PublicKey {...shown} />
    </Dialog>
  );
}
