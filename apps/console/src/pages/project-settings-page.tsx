import type { ProjectInput } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useUpdateProjectMutation } from '../api/projects-api.js';
import { useNotify } from '../components/feedback/notify.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { useFeature } from '../components/page/use-feature.js';
import { ChannelsSection } from '../features/alerts/channels-section.js';
import { DangerZone } from '../features/projects/danger-zone.js';
import { ProjectForm } from '../features/projects/project-form.js';
import { NotFoundPage } from './not-found-page.js';

/** General form, channels of alerts and danger zone of a project; for members who may update it. */
export function ProjectSettingsPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const notify = useNotify();
  const { project } = useProject();
  const mayUpdate = usePermission('updateProject');
  const hasVault = useFeature('hashicorp_vault_secrets') ?? false;
  const [update] = useUpdateProjectMutation();
  if (!mayUpdate) {
    return <NotFoundPage />;
  }
  const save = async (input: ProjectInput): Promise<void> => {
    await update({ ...input, id: project.id, type: project.type === 'premium' ? 'premium' : '' }).unwrap();
    notify.success(t('project.saved', { name: input.name }));
  };
  const { name, alert, alert_chat, max_parallel_tasks } = project;
  const general = { name, alert, alert_chat: alert_chat ?? '', max_parallel_tasks: max_parallel_tasks || null };
  return (
    <div className="sy-body sy-body-padded">
      <div className="sy-centred">
        <div className="sy-form-narrow">
          <ProjectForm
            initial={{ ...general, vault_token: '' }}
            submitText={t('common.save')}
            withVault={hasVault}
            onSubmit={save}
          />
        </div>
        <ChannelsSection projectId={project.id} />
        <DangerZone project={project} onDeleted={() => void navigate('/', { replace: true })} />
      </div>
    </div>
  );
}
