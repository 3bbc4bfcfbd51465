import { useTranslation } from 'react-i18next';
import { useNotify } from './notify.js';
import { copyText } from '../../lib/copy-text.js';

/** Copies a subscription key, and confirms it. */
export function useCopyKey(): (key: string) => Promise<void> {
  const { t } = useTranslation();
  const notify = useNotify();
  return async (key) => {
    const failure = await copyText(key);
    if (failure === null) {
      notify.success(t('subscription.copied'));
    } else {
      notify.error(t('subscription.copyFailed', { message: failure }));
    }
  };
}
