import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../dialogs/dialog.js';
import { DeliveryList, type DeliveryListProps, type ShownDelivery } from './delivery-list.js';

type DeliveriesDialogProps<Row extends ShownDelivery> = DeliveryListProps<Row> & { onClosed: () => void };

/** The latest deliveries, in a dialog of their own. */
export function DeliveriesDialog<Row extends ShownDelivery>({ onClosed, ...list }: DeliveriesDialogProps<Row>) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={1000}
      maskCloses
      title={list.title}
      onClose={close}
      afterClose={onClosed}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside" />
          <Button onClick={close}>{t('common.close')}</Button>
        </div>
      }
    >
      <p className="sy-text2 sy-lead">{t('deliveries.text')}</p>
      <div className="sy-bleed">
        <DeliveryList {...list} />
      </div>
    </Dialog>
  );
}
