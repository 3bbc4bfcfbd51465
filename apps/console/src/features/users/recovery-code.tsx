import { Alert } from 'antd';
import { useTranslation } from 'react-i18next';
import { CopiedSecret } from './copied-secret.js';

/** The recovery code, shown this once. */
export function RecoveryCode({ code }: { code: string }) {
  const { t } = useTranslation();
  return (
    <div className="sy-twofactor-new">
      <Alert className="sy-dialog-alert" type="warning" showIcon title={t('twoFactor.recoveryOnce')} />
      <CopiedSecret
        text={code}
        label={t('twoFactor.copy')}
        copied={t('twoFactor.copied')}
        failed={(message) => t('twoFactor.copyFailed', { message })}
      />
    </div>
  );
}
