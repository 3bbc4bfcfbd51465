import { Alert } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../api/api-error.js';
import { useResendCodeMutation, useVerifyMutation } from '../../api/auth-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { CodeBoxes } from '../../components/forms/code-boxes.js';

function ResendLink() {
  const { t } = useTranslation();
  const notify = useNotify();
  const [resend, { isLoading }] = useResendCodeMutation();
  const send = async (): Promise<void> => {
    try {
      await resend().unwrap();
      notify.success(t('auth.resent'));
    } catch (error) {
      notify.error(error);
    }
  };
  return (
    <button type="button" className="sy-linkbutton" disabled={isLoading} onClick={() => void send()}>
      {t('auth.resend')}
    </button>
  );
}

interface VerificationProps {
  method: 'totp' | 'email';
  /** Absent: the server offers no recovery. */
  onRecover?: (() => void) | undefined;
}

/** Six digits that are sent as soon as they are complete. A wrong code empties the boxes. */
export function Verification({ method, onRecover }: VerificationProps) {
  const { t } = useTranslation();
  const [verify, { isLoading }] = useVerifyMutation();
  const [tries, setTries] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);
  const submit = async (passcode: string): Promise<void> => {
    setFailure(null);
    try {
      await verify({ passcode }).unwrap();
    } catch (error) {
      setFailure(errorMessage(error));
      setTries(tries + 1);
    }
  };
  return (
    <>
      <h1>{t('auth.verifyTitle')}</h1>
      <p className="sy-text2">{method === 'totp' ? t('auth.verifyTotp') : t('auth.verifyEmail')}</p>
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      <CodeBoxes
        key={tries}
        disabled={isLoading}
        wrong={failure !== null}
        onComplete={(passcode) => void submit(passcode)}
      />
      <div className="si-links">
        {method === 'email' && <ResendLink />}
        {onRecover !== undefined && (
          <button type="button" className="sy-linkbutton" onClick={onRecover}>
            {t('auth.useRecovery')}
          </button>
        )}
      </div>
    </>
  );
}
