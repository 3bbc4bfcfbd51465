import { Alert, Button } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './dialog.js';

interface OnceDialogProps {
  title: string;
  width?: 520 | 720;
  /** Notes that it is not shown again. */
  warning: string;
  /** Left of the button. */
  aside?: ReactNode;
  onClosed: () => void;
  children: ReactNode;
}

/** Shows a secret that nobody can read again. Only the button, the cross and Escape close it. */
export function OnceDialog({ title, width = 520, warning, aside, onClosed, children }: OnceDialogProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={width}
      title={title}
      onClose={close}
      afterClose={onClosed}
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside">{aside}</div>
          <Button type="primary" onClick={close}>
            {t('common.done')}
          </Button>
        </div>
      }
    >
      <Alert className="sy-dialog-alert" type="warning" showIcon title={warning} />
      {children}
    </Dialog>
  );
}
