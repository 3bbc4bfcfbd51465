import type { User } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useDeleteUserMutation } from '../../api/users-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useSessionUser } from '../../components/session/session-user.js';

/** Names what goes with a user before he is deleted. */
export function DeleteUserDialog({ user, onClosed }: { user: User; onClosed: () => void }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const me = useSessionUser();
  const [remove] = useDeleteUserMutation();
  const confirm = async (): Promise<void> => {
    await remove(user.id).unwrap();
    notify.success(t('users.deleted', { name: user.name }));
  };
  return (
    <AskDialog
      title={t('delete.title', { name: user.name })}
      button={t('users.delete')}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <p>{user.id === me.id ? t('users.deleteSelf') : t('users.deleteText')}</p>
      <p className="sy-text2">{t('delete.final')}</p>
    </AskDialog>
  );
}
