import { EmailLoginInput } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLoginByEmailMutation } from '../../api/auth-api.js';
import { formIssues } from '../../lib/form-issues.js';
import { AuthForm } from './auth-form.js';

/** An email address, to which a code is sent. */
export function EmailForm() {
  const { t } = useTranslation();
  const [login] = useLoginByEmailMutation();
  return (
    <AuthForm<EmailLoginInput>
      initial={{ email: '' }}
      submitText={t('auth.signInByEmail')}
      validate={(values) => formIssues(EmailLoginInput, values)}
      onSubmit={(values) => login(values).unwrap()}
      wordsOf={(error) => (error.status === 401 ? t('auth.incorrectEmail') : error.message)}
    >
      <Form.Item name="email" label={t('auth.email')} required>
        <Input size="large" inputMode="email" autoComplete="email" autoFocus spellCheck={false} autoCapitalize="none" />
      </Form.Item>
    </AuthForm>
  );
}
