import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLeaveProjectMutation } from '../../api/members-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useProject } from '../../components/page/project-context.js';

/** Ends the own membership and leads to another project. */
export function LeaveProjectDialog({ onClosed }: { onClosed: () => void }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project, projectId } = useProject();
  const [leave] = useLeaveProjectMutation();
  const confirm = async (): Promise<void> => {
    await leave(projectId).unwrap();
    void navigate('/', { replace: true });
  };
  return (
    <AskDialog
      title={t('team.leaveTitle', { name: project.name })}
      button={t('team.leave')}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <p>{t('team.leaveText')}</p>
    </AskDialog>
  );
}
