import { LoginInput } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLoginMutation } from '../../api/auth-api.js';
import { formIssues } from '../../lib/form-issues.js';
import { AuthForm } from './auth-form.js';

const empty: LoginInput = { auth: '', password: '' };

/** User name or email, and password. */
export function SignInForm() {
  const { t } = useTranslation();
  const [login] = useLoginMutation();
  return (
    <AuthForm<LoginInput>
      initial={empty}
      submitText={t('auth.signIn')}
      validate={(values) => formIssues(LoginInput, values)}
      onSubmit={(values) => login(values).unwrap()}
      wordsOf={(error) => (error.status === 401 ? t('auth.incorrectUsrPwd') : error.message)}
    >
      <Form.Item name="auth" label={t('auth.login')} required>
        <Input size="large" autoComplete="username" autoFocus spellCheck={false} autoCapitalize="none" />
      </Form.Item>
      <Form.Item name="password" label={t('auth.password')} required>
        <Input.Password size="large" autoComplete="current-password" />
      </Form.Item>
    </AuthForm>
  );
}
