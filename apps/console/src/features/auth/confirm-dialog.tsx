import { PASSCODE_LENGTH, type ConfirmationInput, type ConfirmationMethod } from '@switchyard/contracts';
import { Button, Form, Input } from 'antd';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirmMutation, useGetConfirmationQuery } from '../../api/auth-api.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { useSignOut } from '../../components/session/use-sign-out.js';
import { emptyAt, type FormIssue } from '../../lib/form-issues.js';

interface Values {
  secret: string;
}

interface EndProps {
  /** Called with true once it is confirmed; with false when the dialog has left the screen. */
  onEnd: (confirmed: boolean) => void;
}

const bodyOf = (method: ConfirmationMethod, { secret }: Values): ConfirmationInput =>
  method === 'code' ? { passcode: secret } : { password: secret };

/** Password or code of an authenticator. */
function SecretForm({ method, onEnd }: EndProps & { method: ConfirmationMethod }) {
  const { t } = useTranslation();
  const [confirm] = useConfirmMutation();
  const submit = async (values: Values): Promise<void> => {
    await confirm(bodyOf(method, values)).unwrap();
    onEnd(true);
  };
  const issues = (values: Values): FormIssue[] => (values.secret.trim() === '' ? [emptyAt('secret')] : []);
  return (
    <FormDialog<Values>
      title={t('confirm.title')}
      width={520}
      initial={{ secret: '' }}
      draft={null}
      submitText={t('confirm.button')}
      validate={issues}
      onSubmit={submit}
      onClosed={() => onEnd(false)}
    >
      <p className="sy-text2 sy-dialog-alert">{t('confirm.text')}</p>
      {method === 'code' ? (
        <Form.Item name="secret" label={t('confirm.code')} required>
          <Input autoFocus inputMode="numeric" maxLength={PASSCODE_LENGTH} autoComplete="one-time-code" />
        </Form.Item>
      ) : (
        <Form.Item name="secret" label={t('auth.password')} required>
          <Input.Password autoFocus maxLength={1024} autoComplete="current-password" />
        </Form.Item>
      )}
    </FormDialog>
  );
}

/** For people who have neither password nor authenticator here. */
function SignInAgain({ onEnd }: EndProps) {
  const { t } = useTranslation();
  const signOut = useSignOut();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  return (
    <Dialog
      open={open}
      width={440}
      title={t('confirm.title')}
      onClose={close}
      afterClose={() => onEnd(false)}
      footer={
        <>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="primary" autoFocus onClick={() => void signOut()}>
            {t('confirm.signInAgain')}
          </Button>
        </>
      }
    >
      <p>{t('confirm.signInText')}</p>
    </Dialog>
  );
}

/** Asks for what the user can prove: a password, a code, or another sign-in. */
export function ConfirmDialog({ onEnd }: EndProps): ReactNode {
  const { data, error } = useGetConfirmationQuery(undefined, { refetchOnMountOrArgChange: true });
  useEffect(() => {
    if (error !== undefined) {
      onEnd(false);
    }
  }, [error, onEnd]);
  if (data === undefined) {
    return null;
  }
  return data.method === 'sign-in' ? <SignInAgain onEnd={onEnd} /> : <SecretForm method={data.method} onEnd={onEnd} />;
}
