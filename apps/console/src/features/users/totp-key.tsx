import { useTranslation } from 'react-i18next';
import { CopiedSecret } from './copied-secret.js';
import { groupedKey, keyOf } from './user-values.js';

/** For people who cannot scan the picture: the key to type, and the way into an app of this device. */
export function TotpKey({ url }: { url: string }) {
  const { t } = useTranslation();
  const key = keyOf(url);
  return (
    <>
      <p className="sy-text2">{t('twoFactor.cannotScan')}</p>
      <p>
        <a href={url}>{t('twoFactor.openApp')}</a>
      </p>
      <CopiedSecret
        text={key}
        shown={groupedKey(key)}
        label={t('twoFactor.copyKey')}
        copied={t('twoFactor.keyCopied')}
        failed={(message) => t('twoFactor.keyCopyFailed', { message })}
      />
    </>
  );
}
