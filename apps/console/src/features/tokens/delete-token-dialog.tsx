import type { ApiToken } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useDeleteTokenMutation } from '../../api/user-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { tokenTitle } from './token-title.js';

/** The first delete of a token expires it; the delete of an expired one removes it. */
export function DeleteTokenDialog({ token, onClosed }: { token: ApiToken; onClosed: () => void }) {
  const { t } = useTranslation();
  const [remove] = useDeleteTokenMutation();
  return (
    <AskDialog
      title={t('delete.title', { name: tokenTitle(token) })}
      button={token.expired ? t('tokens.delete') : t('tokens.expire')}
      onConfirm={() => remove(token.id).unwrap()}
      onClosed={onClosed}
    >
      <p>{token.expired ? t('tokens.deleteText') : t('tokens.expireText')}</p>
    </AskDialog>
  );
}
