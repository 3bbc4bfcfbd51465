import { Button, Form } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyBlock } from '../../components/feedback/copy-block.js';
import type { KeyValues } from './key-values.js';

/** Random bytes of a generated password; as hex digits, every sender takes them. */
const BYTES = 32;

function generatePassword(): string {
  const bytes = [...crypto.getRandomValues(new Uint8Array(BYTES))];
  return bytes.map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** Fills the field of the password with a random one, which is shown to be copied until another is typed. */
export function GeneratedPassword() {
  const { t } = useTranslation();
  const form = Form.useFormInstance<KeyValues>();
  const typed = Form.useWatch<string | undefined>(['login_password', 'password']);
  const [made, setMade] = useState<string | null>(null);
  const generate = (): void => {
    const password = generatePassword();
    setMade(password);
    form.setFieldValue(['login_password', 'password'], password);
  };
  return (
    <>
      <Button onClick={generate}>{t('key.generatePassword')}</Button>
      {made !== null && typed === made && (
        <>
          <CopyBlock name={t('key.password')} text={made} />
          <p className="sy-form-hint">{t('key.generatedPassword')}</p>
        </>
      )}
    </>
  );
}
