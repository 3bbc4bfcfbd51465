import { useTranslation } from 'react-i18next';
import { useSessionUser } from '../../components/session/session-user.js';
import { UserDialog } from '../../features/users/user-dialog.js';

/** The signed-in user's own account. */
export function AccountDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  return <UserDialog title={t('shell.editAccount')} user={useSessionUser()} onClosed={onClosed} />;
}
