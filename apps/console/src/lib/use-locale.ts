import { useTranslation } from 'react-i18next';
import { localeOf } from './locale-of.js';

/** Language tag for `Intl` of the language on screen. */
export function useLocale(): string {
  const { i18n } = useTranslation();
  return localeOf(i18n.language);
}
