import { MAX_SUBSCRIPTION_KEY, SubscriptionInput } from '@switchyard/contracts';
import { Alert, Button, Form, Input } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage, isProblem, refusedIssues } from '../../api/api-error.js';
import { useActivateSubscriptionMutation } from '../../api/subscription-api.js';
import { Dialog } from '../../components/dialogs/dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { RequiredMark } from '../../components/forms/required-mark.js';
import { formIssues } from '../../lib/form-issues.js';
import { useFormIssues } from '../../components/forms/use-form-issues.js';
import { DemoGate } from '../../components/session/demo-gate.js';

interface KeyValues {
  key: string;
}

/** Sends the key; a failure stays in the dialog. */
function useActivation(onDone: () => void) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [form] = Form.useForm<KeyValues>();
  const issues = useFormIssues(form, (values) => formIssues(SubscriptionInput, values));
  const [activate, { isLoading }] = useActivateSubscriptionMutation();
  const [error, setError] = useState<unknown>();
  const submit = async (): Promise<void> => {
    if (!issues.check()) {
      return;
    }
    setError(undefined);
    const answer = await activate({ key: form.getFieldValue('key') as string });
    if (answer.error !== undefined) {
      setError(issues.refuse(refusedIssues(answer.error)) ? undefined : answer.error);
    } else {
      notify.success(t('subscription.activated'));
      onDone();
    }
  };
  return { form, issues, isLoading, error, submit };
}

/** A subscription key for this installation. A key that is active already is a warning, not a failure. */
export function ActivateDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(true);
  const close = (): void => setOpen(false);
  const { form, issues, isLoading, error, submit } = useActivation(close);
  const type = isProblem(error, 'subscription_activated') ? 'warning' : 'error';
  return (
    <Dialog
      open={open}
      title={t('subscription.activate')}
      width={520}
      onClose={close}
      afterClose={onClosed}
      focusesField
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside" />
          <Button onClick={close}>{t('common.cancel')}</Button>
          <DemoGate>
            <Button type="primary" loading={isLoading} onClick={() => void submit()}>
              {t('subscription.submit')}
            </Button>
          </DemoGate>
        </div>
      }
    >
      {error !== undefined && <Alert className="sy-dialog-alert" type={type} showIcon title={errorMessage(error)} />}
      <Form<KeyValues>
        form={form}
        layout="vertical"
        initialValues={{ key: '' }}
        requiredMark={RequiredMark}
        autoComplete="off"
        onValuesChange={issues.recheck}
      >
        <Form.Item name="key" label={t('subscription.key')} extra={t('subscription.keyHint')} required>
          <Input.TextArea className="sy-mono" rows={4} maxLength={MAX_SUBSCRIPTION_KEY} spellCheck={false} />
        </Form.Item>
      </Form>
    </Dialog>
  );
}
