import { LoginInput } from '@switchyard/contracts';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApiError } from '../../api/api-error.js';
import { useLoginMutation } from '../../api/auth-api.js';
import { useFormIssues } from '../../components/use-form-issues.js';
import { formIssues } from '../../lib/form-issues.js';

const empty: LoginInput = { auth: '', password: '' };

/** User name or email, and password. */
export function SignInForm({ onSignedIn }: { onSignedIn: () => void }) {
  const { t } = useTranslation();
  const [form] = Form.useForm<LoginInput>();
  const [login, { isLoading }] = useLoginMutation();
  const [failure, setFailure] = useState<string | null>(null);
  const { check, recheck } = useFormIssues(form, (values) => formIssues(LoginInput, values));

  const submit = async (): Promise<void> => {
    if (isLoading || !check()) {
      return;
    }
    setFailure(null);
    try {
      await login(form.getFieldsValue(true) as LoginInput).unwrap();
      onSignedIn();
    } catch (error) {
      const { status, message } = error as ApiError;
      setFailure(status === 401 ? t('auth.incorrectUsrPwd') : message);
    }
  };

  return (
    <Form<LoginInput>
      form={form}
      layout="vertical"
      initialValues={empty}
      requiredMark={false}
      onValuesChange={recheck}
      onFinish={() => void submit()}
    >
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      <Form.Item name="auth" label={t('auth.login')} required>
        <Input size="large" autoComplete="username" autoFocus spellCheck={false} autoCapitalize="none" />
      </Form.Item>
      <Form.Item name="password" label={t('auth.password')} required>
        <Input.Password size="large" autoComplete="current-password" />
      </Form.Item>
      <Button className="si-submit" size="large" type="primary" htmlType="submit" block loading={isLoading}>
        {t('auth.signIn')}
      </Button>
    </Form>
  );
}
