import { ProjectInput } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCreateProjectMutation } from '../../api/projects-api.js';
import { FormDialog } from '../../components/dialogs/form-dialog.js';
import { useNotify } from '../../components/feedback/notify.js';
import { formIssues } from '../../lib/form-issues.js';
import { DemoOffer } from './demo-offer.js';
import { ProjectFields } from './project-fields.js';
import { emptyProject, projectBody, type ProjectValues } from './project-values.js';

interface NewProjectDialogProps {
  onClosed: () => void;
}

/** A new project over any page; once made it is selected. */
export function NewProjectDialog({ onClosed }: NewProjectDialogProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useNotify();
  const [create] = useCreateProjectMutation();
  return (
    <FormDialog<ProjectValues>
      title={t('project.new')}
      width={520}
      initial={emptyProject}
      draft={{ name: 'project/new' }}
      submitText={t('project.create')}
      validate={(values) => formIssues(ProjectInput, projectBody(values))}
      onSubmit={async (values) => {
        const { id, name } = await create(ProjectInput.parse(projectBody(values))).unwrap();
        notify.success(t('project.created', { name }));
        await navigate(`/project/${id}/templates`);
      }}
      onClosed={onClosed}
    >
      <ProjectFields vault={null} />
      <DemoOffer onMade={onClosed} />
    </FormDialog>
  );
}
