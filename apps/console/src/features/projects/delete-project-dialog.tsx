import type { Project, ProjectContents } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useDeleteProjectMutation, useGetContentsQuery } from '../../api/projects-api.js';
import { AskDialog } from '../../components/dialogs/ask-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';

const PARTS = ['templates', 'tasks', 'states', 'schedules', 'integrations', 'runners'] as const;

function ContentsList({ contents }: { contents: ProjectContents }) {
  const { t } = useTranslation();
  const parts = PARTS.filter((part) => contents[part] > 0);
  return (
    <ul className="sy-delete-contents">
      {parts.map((part) => (
        <li key={part}>{t(`project.contents.${part}`, { count: contents[part] })}</li>
      ))}
    </ul>
  );
}

interface DeleteProjectDialogProps {
  project: Project;
  onDeleted: () => void;
  onClosed: () => void;
}

/** Names what dies with the project, and asks for its name, before it is deleted. */
export function DeleteProjectDialog({ project, onDeleted, onClosed }: DeleteProjectDialogProps) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [remove] = useDeleteProjectMutation();
  const { data: contents } = useGetContentsQuery(project.id, { refetchOnMountOrArgChange: true });
  const confirm = async (): Promise<void> => {
    await remove(project.id).unwrap();
    notify.success(t('project.deleted', { name: project.name }));
    onDeleted();
  };
  return (
    <AskDialog
      title={t('delete.title', { name: project.name })}
      button={t('project.delete')}
      typedName={project.name}
      onConfirm={confirm}
      onClosed={onClosed}
    >
      <p>{t('project.deleteText')}</p>
      {contents && <ContentsList contents={contents} />}
      <p className="sy-text2">{t('delete.final')}</p>
    </AskDialog>
  );
}
