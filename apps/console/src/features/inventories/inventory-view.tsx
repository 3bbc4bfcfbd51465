import { type Inventory, withVisibleControls } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../components/dialogs/dialog.js';

interface InventoryViewProps {
  row: Inventory;
  onClosed: () => void;
}

/** View of an inventory, for members who may not change it. */
export function InventoryView({ row, onClosed }: InventoryViewProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  const isFile = row.type === 'file';
  return (
    <Dialog
      open={open}
      width={800}
      maskCloses
      title={withVisibleControls(row.name)}
      onClose={close}
      afterClose={onClosed}
      footer={<Button onClick={close}>{t('common.close')}</Button>}
    >
      <p className="sy-text2">{t(`inventory.types.${row.type}`)}</p>
      <pre
        className="sy-whole-text"
        role="region"
        aria-label={isFile ? t('inventory.path') : t('inventory.content')}
        tabIndex={0}
      >
        {row.inventory.split('\n').map(withVisibleControls).join('\n')}
      </pre>
    </Dialog>
  );
}
