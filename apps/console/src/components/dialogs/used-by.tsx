import { useTranslation } from 'react-i18next';
import { type ResourceRef, useGetReferencesQuery } from '../../api/resources-api.js';

/** How many resources use a stored one, for the footer of its form. */
export function UsedBy(target: ResourceRef) {
  const { t } = useTranslation();
  const { data } = useGetReferencesQuery(target);
  const count = Object.values(data ?? {}).reduce((sum, list: readonly unknown[]) => sum + list.length, 0);
  return data === undefined ? null : count === 0 ? t('usedBy.nothing') : t('usedBy.count', { count });
}
