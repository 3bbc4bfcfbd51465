import { ArrowLeftOutlined } from '@ant-design/icons';
import type { ProjectInput } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useCreateProjectMutation, useListProjectsQuery } from '../api/projects-api.js';
import { IconButton } from '../components/actions/icon-button.js';
import { useNotify } from '../components/feedback/notify.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { DemoOffer } from '../features/projects/demo-offer.js';
import { ProjectForm } from '../features/projects/project-form.js';
import { emptyProject } from '../features/projects/project-values.js';
import { NotFoundPage } from './not-found-page.js';

/** A new project, for people who may make one; once made it is selected and shows the steps to its first run. */
export function NewProjectPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useNotify();
  const user = useSessionUser();
  const { data: projects = [] } = useListProjectsQuery();
  const [create] = useCreateProjectMutation();
  if (!user.can_create_project) {
    return <NotFoundPage />;
  }
  const submit = async (input: ProjectInput): Promise<void> => {
    const { id, name } = await create(input).unwrap();
    notify.success(t('project.created', { name }));
    void navigate(`/project/${id}/templates`);
  };
  return (
    <>
      <PageHead
        title={t('project.new')}
        before={
          projects.length > 0 && (
            <IconButton
              label={t('common.back')}
              icon={<ArrowLeftOutlined aria-hidden />}
              onClick={() => void navigate('/')}
            />
          )
        }
      />
      <div className="sy-body sy-body-padded">
        <div className="sy-centred sy-form-narrow">
          <p className="sy-text2">{t('project.newText')}</p>
          <ProjectForm
            initial={emptyProject}
            draftName="project/new"
            submitText={t('project.create')}
            onSubmit={submit}
          >
            <DemoOffer />
          </ProjectForm>
        </div>
      </div>
    </>
  );
}
