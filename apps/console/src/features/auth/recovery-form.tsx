import { RecoveryInput } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRecoverMutation } from '../../api/auth-api.js';
import { formIssues } from '../../lib/form-issues.js';
import { AuthForm } from './auth-form.js';

/** The recovery code in the place of a code from the app. */
export function RecoveryForm({ onVerify }: { onVerify: () => void }) {
  const { t } = useTranslation();
  const [recover] = useRecoverMutation();
  return (
    <>
      <h1>{t('auth.recoveryTitle')}</h1>
      <p className="sy-text2">{t('auth.recoveryText')}</p>
      <AuthForm<RecoveryInput>
        initial={{ recovery_code: '' }}
        submitText={t('auth.send')}
        validate={(values) => formIssues(RecoveryInput, values)}
        onSubmit={(values) => recover(values).unwrap()}
        wordsOf={(error) => error.message}
      >
        <Form.Item name="recovery_code" label={t('auth.recoveryCode')} required>
          <Input
            className="sy-mono"
            size="large"
            autoComplete="off"
            autoFocus
            spellCheck={false}
            autoCapitalize="none"
          />
        </Form.Item>
      </AuthForm>
      <div className="si-links">
        <button type="button" className="sy-linkbutton" onClick={onVerify}>
          {t('auth.useCode')}
        </button>
      </div>
    </>
  );
}
