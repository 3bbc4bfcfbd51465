import { ROLES } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';

/** The word for a role. An administrator who is no member has none and is called one. */
export function RoleName({ role }: { role: string }) {
  const { t } = useTranslation();
  const known = ROLES.find((each) => each === role);
  return known === undefined ? t('role.administrator') : t(`role.${known}`);
}
