import { useTranslation } from 'react-i18next';
import { useLoginMutation } from '../../api/auth-api.js';
import { AuthForm } from './auth-form.js';

/** User name or email, and password. */
export function SignInForm() {
  const { t } = useTranslation();
  const [login] = useLoginMutation();
  return (
    <AuthForm
      fields={[
        { name: 'auth', label: t('auth.login'), autoComplete: 'username', maxLength: 255 },
        {
          name: 'password',
          label: t('auth.password'),
          autoComplete: 'current-password',
          maxLength: 1024,
          password: true,
        },
      ]}
      submitText={t('auth.signIn')}
      onSubmit={(values) => login(values).unwrap()}
      wordsOf={(error) => (error.status === 401 ? t('auth.incorrectUsrPwd') : error.message)}
    />
  );
}
