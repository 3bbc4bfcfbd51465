import { Alert, Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import type { ApiError } from '../../api/api-error.js';
import { useFormIssues } from '../../components/forms/use-form-issues.js';
import type { FormIssue } from '../../lib/form-issues.js';

interface AuthFormProps<Values extends object> {
  initial: Values;
  submitText: string;
  validate: (values: Values) => FormIssue[];
  /** Sends the values; rejects with an {@link ApiError}. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Text of the banner for a refusal. */
  wordsOf: (error: ApiError) => string;
  children: ReactNode;
}

/** The form of the sign-in card: fields, one wide button, the refusal on top. */
export function AuthForm<Values extends object>(props: AuthFormProps<Values>) {
  const { initial, submitText, validate, onSubmit, wordsOf, children } = props;
  const [form] = Form.useForm<Values>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { check, recheck } = useFormIssues(form, validate);

  const submit = async (): Promise<void> => {
    if (busy || !check()) {
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(form.getFieldsValue(true) as Values);
    } catch (error) {
      setFailure(wordsOf(error as ApiError));
    } finally {
      setBusy(false);
    }
  };

  return (
    <Form<Values>
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={false}
      onValuesChange={recheck}
      onFinish={() => void submit()}
    >
      {failure !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={failure} />}
      {children}
      <Button className="si-submit" size="large" type="primary" htmlType="submit" block loading={busy}>
        {submitText}
      </Button>
    </Form>
  );
}
