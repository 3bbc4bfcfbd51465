import { type Workflow, withVisibleControls } from '@switchyard/contracts';
import { Form, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useStartWorkflowMutation } from '../../api/workflows-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';

interface StartDialogProps {
  workflow: Pick<Workflow, 'id' | 'project_id' | 'name'>;
  onClosed: () => void;
}

/** Starts a run of a workflow, and shows it. */
export function StartDialog({ workflow: { id, project_id: projectId, name }, onClosed }: StartDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [start] = useStartWorkflowMutation();
  const run = async ({ message }: { message: string }): Promise<void> => {
    const started = await start({ projectId, id, message }).unwrap();
    void navigate(`/project/${projectId}/workflows/runs/${started.id}`);
  };
  return (
    <FormDialog<{ message: string }>
      title={t('action.named', { action: t('action.run'), name: withVisibleControls(name) })}
      width={520}
      initial={{ message: '' }}
      draft={null}
      submitText={t('action.run')}
      validate={() => []}
      onSubmit={run}
      onClosed={onClosed}
    >
      <Form.Item name="message" label={t('run.message')}>
        <Input autoFocus placeholder={t('run.messageHint')} maxLength={1000} />
      </Form.Item>
    </FormDialog>
  );
}
