import { useTranslation } from 'react-i18next';
import { useLoginByEmailMutation } from '../../api/auth-api.js';
import { asSentence } from '../../lib/as-sentence.js';
import { AuthForm } from './auth-form.js';

/** As the contract knows an address. */
const address = /^[^@\s]+@[^@\s]+$/;

/** An email address, to which a code is sent. */
export function EmailForm() {
  const { t } = useTranslation();
  const [login] = useLoginByEmailMutation();
  return (
    <AuthForm
      fields={[{ name: 'email', label: t('auth.email'), autoComplete: 'email', inputMode: 'email', maxLength: 255 }]}
      submitText={t('auth.signInByEmail')}
      faultOf={(value) => (address.test(value.trim()) ? null : asSentence(t('problem.email')))}
      onSubmit={({ email }) => login({ email: email.trim() }).unwrap()}
      wordsOf={(error) => (error.status === 401 ? t('auth.incorrectEmail') : error.message)}
    />
  );
}
