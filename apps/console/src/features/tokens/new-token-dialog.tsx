import { CopyOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import type { ApiToken } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialog.js';
import { IconButton } from '../../components/icon-button.js';
import { useNotify } from '../../components/notify.js';
import { copyText } from '../../lib/copy-text.js';
import { maskedToken } from './token-title.js';

/** The full token, to reveal or copy this once. */
export function NewTokenDialog({ token, onClosed }: { token: ApiToken; onClosed: () => void }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [open, setOpen] = useState(true);
  const [revealed, setRevealed] = useState(false);
  const close = (): void => setOpen(false);
  const copyToken = async (): Promise<void> => {
    const failure = await copyText(token.id);
    if (failure === null) {
      notify.success(t('tokens.copied'));
    } else {
      notify.error(t('tokens.copyFailed', { message: failure }));
    }
  };
  return (
    <Dialog
      open={open}
      width={520}
      title={t('tokens.createdTitle')}
      onClose={close}
      afterClose={onClosed}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <Alert className="sy-dialog-alert" type="warning" showIcon title={t('tokens.once')} />
      <div className="sy-token">
        <code>{revealed ? token.id : maskedToken(token)}</code>
        <IconButton
          label={revealed ? t('tokens.hide') : t('tokens.reveal')}
          icon={revealed ? <EyeInvisibleOutlined aria-hidden /> : <EyeOutlined aria-hidden />}
          onClick={() => setRevealed(!revealed)}
        />
        <Button icon={<CopyOutlined aria-hidden />} onClick={() => void copyToken()}>
          {t('common.copy')}
        </Button>
      </div>
    </Dialog>
  );
}
