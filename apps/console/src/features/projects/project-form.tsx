import { ProjectInput } from '@switchyard/contracts';
import { Alert, Button, Form } from 'antd';
import { type ReactNode, useId, useRef, useState } from 'react';
import { DraftNote } from '../../components/forms/draft-note.js';
import { useDraft } from '../../components/forms/use-draft.js';
import { ConflictNote } from '../../components/forms/conflict-note.js';
import { RequiredMark } from '../../components/forms/required-mark.js';
import type { Edited } from '../../components/forms/use-conflict.js';
import { useFormIssues } from '../../components/forms/use-form-issues.js';
import { useSubmit } from '../../components/forms/use-submit.js';
import { isSame } from '../../lib/form-differences.js';
import { formIssues } from '../../lib/form-issues.js';
import { typedStatus, useUnsaved } from '../../lib/unsaved.js';
import { ProjectFields, type VaultAccess } from './project-fields.js';
import { projectBody, type ProjectValues } from './project-values.js';
import { DemoGate } from '../../components/session/demo-gate.js';

interface ProjectFormProps {
  initial: ProjectValues;
  /** Where it is of a stored project. */
  edited?: Edited<ProjectValues>;
  /** Name of what is typed, in the drafts of this browser. */
  draftName: string;
  submitText: string;
  /** @param tag the state of the project that is edited */
  onSubmit: (input: ProjectInput, tag: string | null) => Promise<unknown>;
  /** Where an external vault is offered. */
  vault?: VaultAccess | null;
  /** Below the submit button. */
  children?: ReactNode;
}

const NO_TOKEN = { vault_token: '', forget_vault_token: false };

/** The project form on a page of its own: creation and settings. */
export function ProjectForm(props: ProjectFormProps) {
  const { initial, edited, draftName, submitText, onSubmit, vault = null, children } = props;
  const formName = useId();
  const [form] = Form.useForm<ProjectValues>();
  const [saved, setSaved] = useState(initial);
  const untouched = useRef<object>(saved);
  const draft = useDraft<ProjectValues>({ form, draft: { name: draftName }, initial, edited, untouched });
  const { conflict } = draft;
  const issues = useFormIssues(form, (values) => formIssues(ProjectInput, projectBody(values)));
  const { busy, failure, submit } = useSubmit(issues, async () => {
    const values = form.getFieldsValue(true) as ProjectValues;
    await conflict.save((tag) => onSubmit(ProjectInput.parse(projectBody(values)), tag));
    // The token was sent and is never shown.
    form.setFieldsValue(NO_TOKEN);
    untouched.current = { ...values, ...NO_TOKEN };
    setSaved({ ...values, ...NO_TOKEN });
    draft.end();
    await (edited && conflict.goOn());
  });
  const isTyped = (): boolean =>
    (draft.draft !== null || form.isFieldsTouched()) && !isSame(form.getFieldsValue(true), saved);
  useUnsaved(() => typedStatus(isTyped(), busy), draft.end);
  const alert = failure ?? issues.unplaced;
  return (
    <Form<ProjectValues>
      name={formName}
      form={form}
      layout="vertical"
      initialValues={draft.start}
      requiredMark={RequiredMark}
      autoComplete="off"
      onValuesChange={() => {
        issues.recheck();
        draft.changed();
      }}
      onFinish={() => void submit()}
    >
      {alert !== null && <Alert className="sy-dialog-alert" type="error" showIcon title={alert} />}
      <DraftNote draft={draft.draft} onDiscard={draft.discard} />
      {conflict.differences !== null && (
        <ConflictNote
          key={conflict.round}
          formName={formName}
          differences={conflict.differences}
          onChoose={conflict.choose}
        />
      )}
      <ProjectFields vault={vault} isStored={edited !== undefined} />
      <div className="sy-row">
        <DemoGate>
          <Button type="primary" htmlType="submit" loading={busy}>
            {submitText}
          </Button>
        </DemoGate>
      </div>
      {children}
    </Form>
  );
}
