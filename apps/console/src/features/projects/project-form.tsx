import { ProjectInput } from '@switchyard/contracts';
import { Alert, Button, Form } from 'antd';
import { useState, type ReactNode } from 'react';
import { errorMessage } from '../../api/api-error.js';
import { RequiredMark } from '../../components/forms/required-mark.js';
import { useFormIssues } from '../../components/forms/use-form-issues.js';
import { formIssues } from '../../lib/form-issues.js';
import { ProjectFields, type ProjectValues } from './project-fields.js';

interface ProjectFormProps {
  initial: ProjectValues;
  submitText: string;
  onSubmit: (input: ProjectInput) => Promise<unknown>;
  /** Beside the submit button. */
  children?: ReactNode;
}

/** The project form on a page of its own: creation and settings. */
export function ProjectForm({ initial, submitText, onSubmit, children }: ProjectFormProps) {
  const [form] = Form.useForm<ProjectValues>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string | null>(null);
  const { check, recheck, unplaced } = useFormIssues(form, (values) => formIssues(ProjectInput, values));

  const submit = async (): Promise<void> => {
    if (busy || !check()) {
      return;
    }
    setBusy(true);
    setFailure(null);
    try {
      await onSubmit(ProjectInput.parse(form.getFieldsValue(true)));
    } catch (error) {
      setFailure(errorMessage(error));
    } finally {
      setBusy(false);
    }
  };

  const alert = failure ?? unplaced;
  return (
    <Form<ProjectValues>
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={RequiredMark}
      autoComplete="off"
      onValuesChange={recheck}
      onFinish={() => void submit()}
    >
      {alert !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={alert} />}
      <ProjectFields />
      <div className="sy-row">
        <Button type="primary" htmlType="submit" loading={busy}>
          {submitText}
        </Button>
        {children}
      </div>
    </Form>
  );
}
