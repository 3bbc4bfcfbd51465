import type { Project } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useDeleteProjectMutation } from '../../api/projects-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';

interface DeleteProjectDialogProps {
  project: Project;
  onDeleted: () => void;
  onClosed: () => void;
}

/** Names what dies with the project before it is deleted. */
export function DeleteProjectDialog({ project, onDeleted, onClosed }: DeleteProjectDialogProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [remove] = useDeleteProjectMutation();
  const confirm = async (): Promise<void> => {
    await remove(project.id).unwrap();
    notify.success(t('project.deleted', { name: project.name }));
    onDeleted();
  };
  return (
    <AskDialog
      title={t('delete.title', { name: project.name })}
      button={t('project.delete')}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <p>{t('project.deleteText')}</p>
      <p className="sy-text2">{t('delete.final')}</p>
    </AskDialog>
  );
}
