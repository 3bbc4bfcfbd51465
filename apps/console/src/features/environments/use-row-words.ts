import { useTranslation } from 'react-i18next';
import type { RowWords } from './variable-rows.js';

/** Words for faults of variable lines. */
export function useRowWords(): RowWords {
  const { t } = useTranslation();
  return {
    unnamed: t('environment.unnamed'),
    twice: (name) => t('environment.twice', { name }),
    unreadable: (name, reason) => t('environment.unreadable', { name, reason }),
  };
}
