import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.js';

/** People change one paid plan to another. @param address where they are found; null = nowhere known */
export function SupportDialog({ address, onClosed }: { address: string | null; onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={440}
      title={t('billing.supportTitle')}
      onClose={close}
      afterClose={onClosed}
      maskCloses
      footer={
        <>
          <Button onClick={close}>{t('common.close')}</Button>
          {address !== null && (
            <Button type="primary" href={address} target="_blank" rel="noreferrer">
              {t('billing.supportOpen')}
            </Button>
          )}
        </>
      }
    >
      <p>{t('billing.supportText')}</p>
      {address === null && <p className="sy-text2">{t('billing.supportNone')}</p>}
    </Dialog>
  );
}
