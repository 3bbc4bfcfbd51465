import { useTranslation } from 'react-i18next';
import { useFeature } from '../components/page/use-feature.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { LoadingRows } from '../components/data-table/loading-rows.js';
import { usePermission, useProject } from '../components/page/project-context.js';
import { RunnersView } from '../features/runners/runners-view.js';
import { NotFoundPage } from './not-found-page.js';

/** Runners of one project, a premium feature; for projects that run tasks. */
export function ProjectRunnersPage() {
  const { t } = useTranslation();
  const { project, projectId } = useProject();
  const mayManage = usePermission('manageProjectResources');
  const mayHaveRunners = useFeature('project_runners');
  if (project.type === 'premium') {
    return <NotFoundPage />;
  }
  if (mayHaveRunners === undefined) {
    return <LoadingRows />;
  }
  if (!mayHaveRunners) {
    return <EmptyState title={t('runners.proTitle')} text={t('runners.proText')} />;
  }
  return (
    <RunnersView
      scope={projectId}
      mayManage={mayManage}
      head={(buttons, figures) => (
        <div className="ru-toolbar">
          {figures}
          {buttons !== false && <div className="sy-row">{buttons}</div>}
        </div>
      )}
    />
  );
}
