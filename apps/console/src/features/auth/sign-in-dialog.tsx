import '../../styles/sign-in.css';
import type { CurrentUser } from '@switchyard/contracts';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import { readAllAgain } from '../../api/base-api.js';
import { getJson } from '../../api/get-json.js';
import { connection } from '../../api/socket.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { useSessionUser } from '../../components/session/session-user.js';
import { SignInSteps } from './sign-in-steps.js';
import { ownAddress } from '../../lib/own-address.js';

interface SignInDialogProps {
  /** Called once the dialog has left the screen. @param isBack the same user is signed in again */
  onEnd: (isBack: boolean) => void;
}

/** A sign-in over the page, which keeps its forms. Another user starts afresh. */
export function SignInDialog({ onEnd }: SignInDialogProps) {
  const { t } = useTranslation();
  const dispatch = useDispatch();
  const { id } = useSessionUser();
  const isBack = useRef(false);
  const [open, setOpen] = useState(true);
  const enter = useCallback(async (): Promise<void> => {
    const user = await getJson<CurrentUser>('user', new AbortController().signal);
    if (user.id !== id) {
      window.location.assign(ownAddress('/'));
      return;
    }
    isBack.current = true;
    setOpen(false);
    connection.reopen();
    dispatch(readAllAgain());
  }, [dispatch, id]);
  const signedIn = useCallback(() => void enter(), [enter]);
  return (
    <Dialog
      open={open}
      width={440}
      title={t('auth.endedTitle')}
      onClose={() => setOpen(false)}
      afterClose={() => onEnd(isBack.current)}
      footer={null}
    >
      <p className="sy-text2 sy-dialog-alert">{t('auth.endedText')}</p>
      <SignInSteps isTitled={false} onSignedIn={signedIn} />
    </Dialog>
  );
}
