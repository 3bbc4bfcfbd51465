import { ProjectInput } from '@switchyard/contracts';
import { Alert, Button, Form } from 'antd';
import type { ReactNode } from 'react';
import { RequiredMark } from '../../components/forms/required-mark.js';
import { useFormIssues } from '../../components/forms/use-form-issues.js';
import { useSubmit } from '../../components/forms/use-submit.js';
import { formIssues } from '../../lib/form-issues.js';
import { ProjectFields, type ProjectValues } from './project-fields.js';

interface ProjectFormProps {
  initial: ProjectValues;
  submitText: string;
  onSubmit: (input: ProjectInput) => Promise<unknown>;
  /** Whether the project may have a token for an external vault. */
  withVault?: boolean;
  /** Beside the submit button. */
  children?: ReactNode;
}

/** The project form on a page of its own: creation and settings. */
export function ProjectForm({ initial, submitText, onSubmit, withVault = false, children }: ProjectFormProps) {
  const [form] = Form.useForm<ProjectValues>();
  const issues = useFormIssues(form, (values) => formIssues(ProjectInput, bodyOf(values)));
  const { busy, failure, submit } = useSubmit(issues, async () => {
    await onSubmit(ProjectInput.parse(bodyOf(form.getFieldsValue(true) as ProjectValues)));
  });
  const alert = failure ?? issues.unplaced;
  return (
    <Form<ProjectValues>
      form={form}
      layout="vertical"
      initialValues={initial}
      requiredMark={RequiredMark}
      autoComplete="off"
      onValuesChange={issues.recheck}
      onFinish={() => void submit()}
    >
      {alert !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={alert} />}
      <ProjectFields withVault={withVault} />
      <div className="sy-row">
        <Button type="primary" htmlType="submit" loading={busy}>
          {submitText}
        </Button>
        {children}
      </div>
    </Form>
  );
}

/** An empty token is left out: the stored one stays. */
export const bodyOf = ({ vault_token: token, ...rest }: ProjectValues): object => ({
  ...rest,
  ...(token && { vault_token: token }),
});
