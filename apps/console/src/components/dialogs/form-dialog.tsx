import { Alert, Button, Form, type FormInstance } from 'antd';
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormIssue } from '../../lib/form-issues.js';
import { Dialog } from './dialog.js';
import { RequiredMark } from '../forms/required-mark.js';
import { useFormIssues } from '../forms/use-form-issues.js';
import { useSubmit } from '../forms/use-submit.js';

interface FormDialogProps<Values extends object> {
  title: ReactNode;
  width: 520 | 800 | 1200;
  initial: Values;
  submitText: string;
  /** Faults of the current values; checked on the first save and after each later change. */
  validate: (values: Values) => FormIssue[];
  /** Sends the values; what it throws is shown in the dialog, which stays open. */
  onSubmit: (values: Values) => Promise<unknown>;
  /** Called once the dialog has left the screen, after a save or a cancel. */
  onClosed: () => void;
  /** Left side of the footer. */
  aside?: ReactNode;
  children: ReactNode | ((form: FormInstance<Values>) => ReactNode);
}

/** A form in a dialog. Validation is lazy: on the first save and then with every change. */
export function FormDialog<Values extends object>(props: FormDialogProps<Values>) {
  const { title, width, initial, submitText, validate, onSubmit, onClosed, aside, children } = props;
  const { t } = useTranslation();
  const formName = useId();
  const [form] = Form.useForm<Values>();
  const [open, setOpen] = useState(true);
  const issues = useFormIssues(form, validate);
  const { busy, failure, submit } = useSubmit(issues, async () => {
    await onSubmit(form.getFieldsValue(true) as Values);
    setOpen(false);
  });
  const close = (): void => setOpen(false);
  const alert = failure ?? issues.unplaced;
  return (
    <Dialog
      open={open}
      title={title}
      width={width}
      onClose={close}
      afterClose={onClosed}
      focusesField
      footer={
        <div className="sy-dialog-foot">
          <div className="sy-dialog-aside">{aside}</div>
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button type="primary" loading={busy} onClick={() => void submit()}>
            {submitText}
          </Button>
        </div>
      }
    >
      {alert !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={alert} />}
      <Form<Values>
        name={formName}
        form={form}
        layout="vertical"
        initialValues={initial}
        requiredMark={RequiredMark}
        autoComplete="off"
        onValuesChange={issues.recheck}
        onFinish={() => void submit()}
      >
        {typeof children === 'function' ? children(form) : children}
        <button type="submit" hidden aria-hidden tabIndex={-1} />
      </Form>
    </Dialog>
  );
}
