import { withVisibleControls } from '@switchyard/contracts';
import { Alert, Button, Input } from 'antd';
import { useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { Dialog } from './dialog.js';
import { useIsDemo } from '../session/demo-gate.js';
import { DemoNote } from '../session/demo-note.js';

interface AskDialogProps {
  title: ReactNode;
  /** Verb and noun of what the red button does. */
  button: string;
  /** A name that is typed before the button works. */
  typedName?: string | undefined;
  /** Does it; what it throws is shown in the dialog, which stays open. */
  onConfirm: () => Promise<unknown>;
  /** Called once the dialog has left the screen, after the deed or a cancel. */
  onClosed: () => void;
  /** Objects that are deleted with it. */
  children: ReactNode;
}

/** Asks before something is destroyed. */
export function AskDialog({ title, button, typedName, onConfirm, onClosed, children }: AskDialogProps) {
  const { t } = useTranslation();
  const refused = useIsDemo();
  const [open, setOpen] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const [typed, setTyped] = useState('');
  const ready = typedName === undefined || typed.trim() === typedName.trim();
  const close = (): void => setOpen(false);
  const confirm = async (): Promise<void> => {
    setBusy(true);
    setFailure(null);
    try {
      await onConfirm();
      close();
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Dialog
      open={open}
      width={440}
      maskCloses
      title={title}
      onClose={close}
      afterClose={onClosed}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button danger type="primary" disabled={!ready || refused} loading={busy} onClick={() => void confirm()}>
            {button}
          </Button>
        </>
      }
    >
      <DemoNote />
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      {children}
      {typedName !== undefined && (
        <label className="sy-typed-name">
          <span>{t('delete.typeName', { name: withVisibleControls(typedName) })}</span>
          <Input value={typed} autoComplete="off" onChange={({ target }) => setTyped(target.value)} />
        </label>
      )}
    </Dialog>
  );
}
