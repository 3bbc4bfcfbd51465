import type { AccessGrant, User } from '@switchyard/contracts';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useEndAccessGrantMutation, useListAccessGrantsQuery } from '../../api/access-grants-api.js';
import { useDeleteUserMutation } from '../../api/users-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { MadeGrants } from './made-grants.js';

const NONE: readonly AccessGrant[] = [];

/** Members and users are people of their own: they stay unless they are chosen. */
const endsUsually = ({ kind }: AccessGrant): boolean => kind !== 'member' && kind !== 'user';

/** Names what goes with a user before he is deleted, and asks what becomes of what he made. */
export function DeleteUserDialog({ user, onClosed }: { user: User; onClosed: () => void }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const me = useSessionUser();
  const [remove] = useDeleteUserMutation();
  const [end] = useEndAccessGrantMutation();
  const { data: grants = NONE } = useListAccessGrantsQuery(user.id, { refetchOnMountOrArgChange: true });
  const [choice, setChoice] = useState<number[] | null>(null);
  const chosen = choice ?? grants.filter(endsUsually).map(({ id }) => id);
  const isRemoved = useRef(false);
  const endChosen = async (): Promise<void> => {
    for (const { path } of grants.filter(({ id }) => chosen.includes(id))) {
      await end(path).unwrap();
    }
  };
  const confirm = async (): Promise<void> => {
    const isSelf = user.id === me.id;
    if (isSelf) {
      await endChosen();
    }
    if (!isRemoved.current) {
      await remove(user.id).unwrap();
      isRemoved.current = true;
    }
    // Nothing ends for a deletion that is refused.
    if (!isSelf) {
      await endChosen();
    }
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
      {grants.length > 0 && <MadeGrants grants={grants} chosen={chosen} onChange={setChoice} />}
      <p className="sy-text2">{t('delete.final')}</p>
    </AskDialog>
  );
}
