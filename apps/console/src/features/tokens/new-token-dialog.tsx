import { CopyOutlined, EyeInvisibleOutlined, EyeOutlined } from '@ant-design/icons';
import type { ApiToken } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { OnceDialog } from '../../components/dialogs/once-dialog.js';
import { copyText } from '../../lib/copy-text.js';
import { maskedToken } from './token-title.js';

/** The full token, to reveal or copy this once. */
export function NewTokenDialog({ token, onClosed }: { token: ApiToken; onClosed: () => void }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [revealed, setRevealed] = useState(false);
  const copyToken = async (): Promise<void> => {
    const failure = await copyText(token.id);
    if (failure === null) {
      notify.success(t('tokens.copied'));
    } else {
      notify.error(t('tokens.copyFailed', { message: failure }));
    }
  };
  return (
    <OnceDialog title={t('tokens.createdTitle')} warning={t('tokens.once')} onClosed={onClosed}>
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
    </OnceDialog>
  );
}
