import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useListLastTasksQuery } from '../api/tasks-api.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { useProject } from '../components/page/project-context.js';
import { TaskTable } from '../components/task/task-table.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';

/** The latest tasks of the project, 20 a page. */
export function HistoryPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { projectId } = useProject();
  const { data, error, refetch } = useListLastTasksQuery(projectId);
  const paging = useUrlPage();
  return (
    <div className="sy-body">
      <TaskTable
        tasks={data}
        error={error}
        onRetry={() => void refetch()}
        withTemplate
        paging={paging}
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
