import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useLogoutMutation } from '../../api/auth-api.js';
import { useNotify } from '../../components/feedback/notify.js';
import { Themed } from '../../theme/themed.js';
import { RecoveryForm } from './recovery-form.js';
import { Verification } from './verification.js';

/** Signs the unfinished session out. */
function ReturnToLogin() {
  const { t } = useTranslation();
  const notify = useNotify();
  const [logout] = useLogoutMutation();
  return (
    <div className="si-help">
      <button type="button" className="sy-linkbutton" onClick={() => void logout().unwrap().catch(notify.error)}>
        {t('auth.returnToLogin')}
      </button>
    </div>
  );
}

interface SecondStepProps {
  method: 'totp' | 'email';
  allowRecovery: boolean;
}

/** Step that is outstanding after the password or the email: a code, or the recovery code in its place. */
export function SecondStep({ method, allowRecovery }: SecondStepProps) {
  const [recovering, setRecovering] = useState(false);
  const recover = method === 'totp' && allowRecovery ? () => setRecovering(true) : undefined;
  return (
    <Themed>
      {recovering ? (
        <RecoveryForm onVerify={() => setRecovering(false)} />
      ) : (
        <Verification method={method} onRecover={recover} />
      )}
      <ReturnToLogin />
    </Themed>
  );
}
