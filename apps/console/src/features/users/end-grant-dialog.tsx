import { type AccessGrant, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useEndAccessGrantMutation } from '../../api/access-grants-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';

/** Asks before something stops acting. */
export function EndGrantDialog({ grant, onClosed }: { grant: AccessGrant; onClosed: () => void }) {
  const { t } = useTranslation();
  const [end] = useEndAccessGrantMutation();
  return (
    <AskDialog
      title={t('access.endTitle', { kind: t(`access.kinds.${grant.kind}`), name: withVisibleControls(grant.name) })}
      button={t('access.end')}
      onConfirm={() => end(grant.path).unwrap()}
      onClosed={onClosed}
    >
      <p>{grant.kind === 'user' ? t('users.deleteText') : t('access.endText')}</p>
    </AskDialog>
  );
}
