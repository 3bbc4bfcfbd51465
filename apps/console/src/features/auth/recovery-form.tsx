import { useTranslation } from 'react-i18next';
import { useRecoverMutation } from '../../api/auth-api.js';
import { AuthForm } from './auth-form.js';

/** The recovery code in the place of a code from the app. */
export function RecoveryForm({ onVerify }: { onVerify: () => void }) {
  const { t } = useTranslation();
  const [recover] = useRecoverMutation();
  return (
    <>
      <h1>{t('auth.recoveryTitle')}</h1>
      <p className="sy-text2">{t('auth.recoveryText')}</p>
      <AuthForm
        fields={[{ name: 'recovery_code', label: t('auth.recoveryCode'), autoComplete: 'off', className: 'sy-mono' }]}
        submitText={t('auth.send')}
        onSubmit={(values) => recover(values).unwrap()}
        wordsOf={(error) => error.message}
      />
      <div className="si-links">
        <button type="button" className="sy-linkbutton" onClick={onVerify}>
          {t('auth.useCode')}
        </button>
      </div>
    </>
  );
}
