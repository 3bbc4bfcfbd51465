import type { ProjectInput } from '@switchyard/contracts';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUpdateProjectMutation } from '../api/projects-api.js';
import { useNotify } from '../components/feedback/notify.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { DeleteProjectDialog } from '../features/projects/delete-project-dialog.js';
import { ProjectForm } from '../features/projects/project-form.js';
import { NotFoundPage } from './not-found-page.js';

/** General form and danger zone of a project; for members who may update it. */
export function ProjectSettingsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useNotify();
  const { project } = useProject();
  const mayUpdate = usePermission('updateProject');
  const [deleting, setDeleting] = useState(false);
  const [update] = useUpdateProjectMutation();
  if (!mayUpdate) {
    return <NotFoundPage />;
  }
  const save = async (input: ProjectInput): Promise<void> => {
    await update({ ...input, id: project.id, type: project.type === 'premium' ? 'premium' : '' }).unwrap();
    notify.success(t('project.saved', { name: input.name }));
  };
  const { name, alert, alert_chat, max_parallel_tasks } = project;
  return (
    <div className="sy-body sy-body-padded">
      <div className="sy-centred sy-form-narrow">
        <ProjectForm
          initial={{ name, alert, alert_chat: alert_chat ?? '', max_parallel_tasks: max_parallel_tasks || null }}
          submitText={t('common.save')}
          onSubmit={save}
        />
        <section className="sy-danger">
          <div className="sy-grow">
            <h2>{t('project.dangerZone')}</h2>
            <p className="sy-text2">{t('project.deleteText')}</p>
          </div>
          <Button danger onClick={() => setDeleting(true)}>
            {t('project.delete')}
          </Button>
        </section>
      </div>
      {deleting && (
        <DeleteProjectDialog
          project={project}
          onClosed={() => setDeleting(false)}
          onDeleted={() => void navigate('/', { replace: true })}
        />
      )}
    </div>
  );
}
