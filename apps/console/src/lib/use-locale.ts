import { useTranslation } from 'react-i18next';
import { toLanguageTag } from './language-tag.js';

/** Language tag for `Intl` of the language on screen. */
export function useLocale(): string {
  const { i18n } = useTranslation();
  return toLanguageTag(i18n.language);
}
