import { StopOutlined } from '@ant-design/icons';
import type { ActiveTask } from '@switchyard/contracts';
import { Button } from 'antd';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListActiveTasksQuery, useStopActiveTaskMutation } from '../api/tasks-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { Dash } from '../components/display/dash.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { useNotify } from '../components/feedback/notify.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { StatusLabel } from '../components/task/status-label.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';
import { NotFoundPage } from './not-found-page.js';

/** The list is read again every ten seconds, since it spans projects that this console does not watch. */
const REFRESH_MS = 10_000;

function TaskName({ task }: { task: ActiveTask }) {
  return (
    <Link to={`/project/${task.project_id}/history?t=${task.task_id}`}>
      <code className="sy-id">#{task.task_id}</code> {task.template_name}
    </Link>
  );
}

function Location({ task }: { task: ActiveTask }) {
  const { t } = useTranslation();
  return task.runner_id === undefined
    ? t('activeTasks.queue')
    : t('activeTasks.runner', { id: task.runner_id, name: task.runner_name });
}

function StopTask({ task }: { task: ActiveTask }) {
  const { t } = useTranslation();
  const notify = useNotify();
  const [stop, { isLoading }] = useStopActiveTaskMutation();
  return (
    <Button
      size="small"
      danger
      icon={<StopOutlined aria-hidden />}
      loading={isLoading}
      aria-label={t('activeTasks.stopNamed', { id: task.task_id })}
      onClick={() => void stop(task.task_id).unwrap().catch(notify.error)}
    >
      {t('log.stop')}
    </Button>
  );
}

function taskColumns(t: TFunction): Column<ActiveTask>[] {
  return [
    { key: 'task', title: t('activeTasks.task'), render: (task) => <TaskName task={task} /> },
    {
      key: 'project',
      title: t('activeTasks.project'),
      render: ({ project_id: id, project_name: name }) => <Link to={`/project/${id}`}>{name}</Link>,
    },
    { key: 'user', title: t('activeTasks.user'), render: ({ username }) => username ?? <Dash /> },
    { key: 'status', title: t('activeTasks.status'), render: ({ status }) => <StatusLabel status={status} /> },
    { key: 'location', title: t('activeTasks.location'), render: (task) => <Location task={task} /> },
    {
      key: 'actions',
      title: <HiddenText text={t('common.actions')} />,
      width: 110,
      align: 'right',
      render: (task) => <StopTask task={task} />,
    },
  ];
}

/** Tasks of every project that have not ended; for administrators, 20 a page. */
export function ActiveTasksPage() {
  const { t } = useTranslation();
  const { admin } = useSessionUser();
  const { data, error, refetch } = useListActiveTasksQuery(undefined, { skip: !admin, pollingInterval: REFRESH_MS });
  const paging = useUrlPage();
  if (!admin) {
    return <NotFoundPage />;
  }
  return (
    <>
      <PageHead title={t('shell.activeTasks')} before={<BackButton />} />
      <div className="sy-body">
        <DataTable<ActiveTask>
          label={t('shell.activeTasks')}
          rows={data}
          rowKey={({ task_id: id }) => id}
          error={error}
          onRetry={() => void refetch()}
          paging={paging}
          empty={<EmptyState title={t('activeTasks.emptyTitle')} text={t('activeTasks.emptyText')} />}
          columns={taskColumns(t)}
          narrowRow={(task) => (
            <NarrowRow
              title={<TaskName task={task} />}
              meta={
                <>
                  <StatusLabel status={task.status} /> <Location task={task} />
                </>
              }
              action={<StopTask task={task} />}
            />
          )}
        />
      </div>
    </>
  );
}
