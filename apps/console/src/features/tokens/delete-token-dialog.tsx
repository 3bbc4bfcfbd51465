import type { ApiToken } from '@switchyard/contracts';
import { Alert, Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useDeleteTokenMutation } from '../../api/user-api.js';
import { Dialog } from '../../components/dialog.js';

/** The first delete of a token expires it; the delete of an expired one removes it. */
export function DeleteTokenDialog({ token, onClosed }: { token: ApiToken; onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const [failure, setFailure] = useState<string | null>(null);
  const [remove, { isLoading }] = useDeleteTokenMutation();
  const close = (): void => setOpen(false);
  const confirm = async (): Promise<void> => {
    try {
      await remove(token.id).unwrap();
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
      title={t('delete.title', { name: `${token.id.slice(0, 8)}***` })}
      onClose={close}
      afterClose={onClosed}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button danger type="primary" loading={isLoading} onClick={() => void confirm()}>
            {t('tokens.delete')}
          </Button>
        </>
      }
    >
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      <p>{t('tokens.deleteText')}</p>
    </Dialog>
  );
}
