import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.js';

interface DiscardDialogProps {
  open: boolean;
  onKeep: () => void;
  onDiscard: () => void;
}

/** Asks before what was typed is thrown away. */
export function DiscardDialog({ open, onKeep, onDiscard }: DiscardDialogProps) {
  const { t } = useTranslation();
  return (
    <Dialog
      open={open}
      width={440}
      title={t('unsaved.title')}
      onClose={onKeep}
      footer={
        <>
          <Button danger onClick={onDiscard}>
            {t('unsaved.discard')}
          </Button>
          <Button type="primary" autoFocus onClick={onKeep}>
            {t('unsaved.keep')}
          </Button>
        </>
      }
    >
      <p className="sy-text2">{t('unsaved.text')}</p>
    </Dialog>
  );
}
