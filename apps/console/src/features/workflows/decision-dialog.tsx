import { type NodeRun, type WorkflowRunDetails } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDecideApprovalMutation } from '../../api/workflows-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { emptyAt } from '../../lib/form-issues.js';

interface DecisionDialogProps {
  run: Pick<WorkflowRunDetails, 'id' | 'project_id'>;
  node: NodeRun['node'];
  /** The node as people know it. */
  label: string;
  approves: boolean;
  isReasonRequired: boolean;
  onClosed: () => void;
}

/** Approves or rejects what a run waits for, with a reason. */
export function DecisionDialog({ run, node, label, approves, isReasonRequired, onClosed }: DecisionDialogProps) {
  const { t } = useTranslation();
  const [decide] = useDecideApprovalMutation();
  const button = approves ? t('workflow.approve') : t('log.plan.reject');
  return (
    <FormDialog<{ reason: string }>
      title={t('action.named', { action: button, name: label })}
      width={520}
      initial={{ reason: '' }}
      draft={null}
      submitText={button}
      validate={({ reason }) => (isReasonRequired && reason.trim() === '' ? [emptyAt('reason')] : [])}
      onSubmit={({ reason }) => decide({ projectId: run.project_id, runId: run.id, node, approves, reason }).unwrap()}
      onClosed={onClosed}
    >
      <Form.Item
        name="reason"
        label={t('log.details.reason')}
        required={isReasonRequired}
        extra={!isReasonRequired && t('log.reasonHint')}
      >
        <Input.TextArea autoFocus autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2000} />
      </Form.Item>
    </FormDialog>
  );
}
