import type { App } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useDeleteAppMutation } from '../../api/apps-api.js';
import { appTitle } from '../../components/brand/app-title.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';

/** Asks before a custom app is deleted; one that templates use is refused by the server. */
export function DeleteAppDialog({ app, onClosed }: { app: App; onClosed: () => void }) {
  const { t } = useTranslation();
  const [remove] = useDeleteAppMutation();
  return (
    <AskDialog
      title={t('delete.title', { name: appTitle(app) })}
      button={t('apps.delete')}
      onConfirm={() => remove(app.id).unwrap()}
      onClosed={onClosed}
    >
      <p className="sy-text2">{t('delete.final')}</p>
    </AskDialog>
  );
}
