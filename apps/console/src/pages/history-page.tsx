import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { EmptyState } from '../components/feedback/empty-state.js';
import { useProject } from '../components/page/project-context.js';
import { TaskHistory } from '../features/tasks/task-history.js';

/** Every task of the project, newest first. */
export function HistoryPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useProject();
  return (
    <div className="sy-body">
      <TaskHistory
        projectId={projectId}
        templateId={null}
        empty={
          <EmptyState title={t('history.emptyTitle')} text={t('history.emptyText')}>
            <Button type="primary" onClick={() => void navigate(`/project/${projectId}/templates`)}>
              {t('history.toTemplates')}
            </Button>
          </EmptyState>
        }
      />
    </div>
  );
}
