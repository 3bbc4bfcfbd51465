import type { App } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useDeleteAppMutation } from '../../api/apps-api.js';
import { appTitle } from '../../components/app-title.js';
import { Dialog } from '../../components/dialog.js';

/** Asks before a custom app is deleted; one that templates use is refused by the server. */
export function DeleteAppDialog({ app, onClosed }: { app: App; onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [remove, { isLoading }] = useDeleteAppMutation();
  const close = (): void => setOpen(false);
  const confirm = async (): Promise<void> => {
    try {
      await remove(app.id).unwrap();
      close();
    } catch (error) {
      setFailure(errorMessage(error));
    }
  };
  return (
    <Dialog
      open={open}
      width={440}
      maskCloses
      title={t('delete.title', { name: appTitle(app) })}
      onClose={close}
      afterClose={onClosed}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button danger type="primary" loading={isLoading} onClick={() => void confirm()}>
            {t('apps.delete')}
          </Button>
        </>
      }
    >
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      <p className="sy-text2">{t('delete.final')}</p>
    </Dialog>
  );
}
