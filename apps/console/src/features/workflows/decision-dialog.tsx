import { type NodeRun, type WorkflowRunDetails } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useDecideApprovalMutation, useSkipNodeMutation } from '../../api/workflows-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { emptyAt } from '../../lib/form-issues.js';

interface DecisionDialogProps {
  run: Pick<WorkflowRunDetails, 'id' | 'project_id'>;
  node: NodeRun['node'];
  /** The node as people know it. */
  label: string;
  deed: 'approve' | 'reject' | 'skip';
  isReasonRequired: boolean;
  onClosed: () => void;
}

/** Approves or rejects what a run waits for, or skips a node, with a reason. */
export function DecisionDialog({ run, node, label, deed, isReasonRequired, onClosed }: DecisionDialogProps) {
  const { t } = useTranslation();
  const [decide] = useDecideApprovalMutation();
  const [skip] = useSkipNodeMutation();
  const { id: runId, project_id: projectId } = run;
  const button = { approve: t('workflow.approve'), reject: t('log.plan.reject'), skip: t('workflow.skip') }[deed];
  const send = ({ reason }: { reason: string }): Promise<unknown> =>
    deed === 'skip'
      ? skip({ projectId, runId, node, reason }).unwrap()
      : decide({ projectId, runId, node, approves: deed === 'approve', reason }).unwrap();
  return (
    <FormDialog<{ reason: string }>
      title={t('action.named', { action: button, name: label })}
      width={520}
      initial={{ reason: '' }}
      draft={null}
      submitText={button}
      validate={({ reason }) => (isReasonRequired && reason.trim() === '' ? [emptyAt('reason')] : [])}
      onSubmit={send}
      onClosed={onClosed}
    >
      <Form.Item
        name="reason"
        label={t('log.details.reason')}
        required={isReasonRequired}
        extra={deed === 'skip' ? t('workflow.skipText') : !isReasonRequired && t('log.reasonHint')}
      >
        <Input.TextArea autoFocus autoSize={{ minRows: 2, maxRows: 6 }} maxLength={2000} />
      </Form.Item>
    </FormDialog>
  );
}
