import { Alert, Button, Form } from 'antd';
import { RequiredMark } from '../../components/forms/required-mark.js';
import { useFormIssues } from '../../components/forms/use-form-issues.js';
import { useSubmit } from '../../components/forms/use-submit.js';
import type { FormIssue } from '../../lib/form-issues.js';
import { SubscriptionName } from './subscription-name.js';
import type { SubscriptionValues } from './use-new-subscription.js';
import { DemoGate } from '../../components/session/demo-gate.js';

interface SubscriptionFormProps {
  initial: SubscriptionValues;
  submitText: string;
  validate: (values: SubscriptionValues) => FormIssue[];
  onSubmit: (values: SubscriptionValues) => Promise<void>;
}

/** The form of a project of type premium, on a page. */
export function SubscriptionForm({ initial, submitText, validate, onSubmit }: SubscriptionFormProps) {
  const [form] = Form.useForm<SubscriptionValues>();
  const issues = useFormIssues(form, validate);
  const { busy, failure, submit } = useSubmit(issues, () => onSubmit(form.getFieldsValue(true) as SubscriptionValues));
  const alert = failure ?? issues.unplaced;
  return (
    <Form<SubscriptionValues>
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={RequiredMark}
      autoComplete="off"
      onValuesChange={issues.recheck}
      onFinish={() => void submit()}
    >
      {alert !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={alert} />}
      <SubscriptionName />
      <DemoGate>
        <Button type="primary" htmlType="submit" loading={busy}>
          {submitText}
        </Button>
      </DemoGate>
    </Form>
  );
}
