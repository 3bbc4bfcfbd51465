import { CONCURRENCY_POLICIES, type Workflow, WorkflowInput } from '@switchyard/contracts';
import { Form, Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import type { Stored } from '../../api/stored-api.js';
import { useSaveWorkflowMutation } from '../../api/workflows-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { editedAs } from '../../components/forms/use-conflict.js';
import { draftName } from '../../components/forms/use-draft.js';
import { NodeField } from './graph/node-field.js';
import { workflowBody, workflowIssues, workflowPlace, type WorkflowValues, workflowValues } from './workflow-values.js';

interface WorkflowDialogProps {
  projectId: number;
  /** As it was read by itself; `null` = a new one. */
  stored: Stored<Workflow> | null;
  readAgain?: () => Promise<Stored<Workflow>>;
  onClosed: () => void;
}

/** New and edit: name, description, nodes with what they start after. Runs that go on keep the graph that they began with. */
export function WorkflowDialog({ projectId, stored, readAgain, onClosed }: WorkflowDialogProps) {
  const { t } = useTranslation();
  const [save] = useSaveWorkflowMutation();
  const row = stored?.row ?? null;
  return (
    <FormDialog<WorkflowValues>
      title={row === null ? t('workflow.new') : t('workflow.edit')}
      width={1200}
      initial={workflowValues(row)}
      edited={stored && readAgain ? editedAs(stored, readAgain, workflowValues) : undefined}
      draft={{ name: draftName(`project/${projectId}/workflows`, row?.id) }}
      submitText={row === null ? t('common.create') : t('common.save')}
      validate={workflowIssues}
      place={workflowPlace}
      onSubmit={(values, tag) =>
        save({ projectId, id: row?.id, tag, body: WorkflowInput.parse(workflowBody(values)) }).unwrap()
      }
      onClosed={onClosed}
    >
      <Form.Item name="name" label={t('workflow.name')} required>
        <Input autoFocus maxLength={255} />
      </Form.Item>
      <Form.Item name="description" label={t('workflow.description')}>
        <Input.TextArea autoSize={{ minRows: 1, maxRows: 6 }} maxLength={16_384} />
      </Form.Item>
      <Form.Item name="concurrency" label={t('schedule.overlap')}>
        <Select
          options={CONCURRENCY_POLICIES.map((value) => ({
            value,
            label: value === 'parallel' ? t('workflow.parallel') : t(`schedule.overlaps.${value}`),
          }))}
        />
      </Form.Item>
      <Form.Item name="nodes" label={t('workflow.nodes')} required>
        <NodeField />
      </Form.Item>
    </FormDialog>
  );
}
