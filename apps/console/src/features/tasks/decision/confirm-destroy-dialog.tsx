import { type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useConfirmTaskMutation } from '../../../api/tasks-api.js';
import { AskDialog } from '../../../components/dialogs/ask-dialog.js';
import { PlanCounts } from '../../../components/task/plan-counts.js';

interface ConfirmDestroyDialogProps {
  task: TaskWithTemplate;
  /** Text to type: the workspace, or the template where there is none. */
  name: string;
  button: string;
  onClosed: () => void;
}

/** Asks for the name of the workspace before everything in it is destroyed. */
export function ConfirmDestroyDialog({ task, name, button, onClosed }: ConfirmDestroyDialogProps) {
  const { t } = useTranslation();
  const [confirm] = useConfirmTaskMutation();
  return (
    <AskDialog
      title={t('log.plan.destroyQuestion', { name: withVisibleControls(name) })}
      button={button}
      typedName={name}
      onConfirm={() => confirm({ projectId: task.project_id, taskId: task.id }).unwrap()}
      onClosed={onClosed}
    >
      <p>{t('run.destroyEffect')}</p>
      {task.plan_summary && <PlanCounts summary={task.plan_summary} />}
      <p className="sy-text2">{t('delete.final')}</p>
    </AskDialog>
  );
}
