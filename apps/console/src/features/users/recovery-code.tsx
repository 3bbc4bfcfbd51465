import { CopyOutlined } from '@ant-design/icons';
import { Alert, Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNotify } from '../../components/feedback/notify.js';
import { copyText } from '../../lib/copy-text.js';

/** The recovery code, shown this once. */
export function RecoveryCode({ code }: { code: string }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(code);
    if (failure === null) {
      notify.success(t('twoFactor.copied'));
    } else {
      notify.error(t('twoFactor.copyFailed', { message: failure }));
    }
  };
  return (
    <div className="sy-twofactor-new">
      <Alert className="sy-dialog-alert" type="warning" showIcon title={t('twoFactor.recoveryOnce')} />
      <div className="sy-token">
        <code>{code}</code>
        <Button icon={<CopyOutlined aria-hidden />} aria-label={t('twoFactor.copy')} onClick={() => void copy()}>
          {t('common.copy')}
        </Button>
      </div>
    </div>
  );
}
