import { type ActiveTask, isAssignable } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLiveList } from '../api/live-lists.js';
import { useListActiveTasksQuery } from '../api/tasks-api.js';
import { BackButton } from '../components/actions/back-button.js';
import { AppMark } from '../components/brand/app-mark.js';
import type { Column } from '../components/data-table/column.js';
import { DataTable } from '../components/data-table/data-table.js';
import { NarrowRow } from '../components/data-table/narrow-row.js';
import { useListFilter } from '../components/data-table/use-list-filter.js';
import { useSelection } from '../components/data-table/use-selection.js';
import { useUrlPage } from '../components/data-table/use-url-page.js';
import { HiddenText } from '../components/display/hidden-text.js';
import { EmptyState } from '../components/feedback/empty-state.js';
import { PageHead } from '../components/page/page-head.js';
import { useSessionUser } from '../components/session/session-user.js';
import { StatusLabel } from '../components/task/status-label.js';
import { TaskStarter } from '../components/task/task-facts.js';
import {
  ActiveTaskLocation,
  ActiveTaskName,
  ActiveTaskProject,
  ActiveTaskTime,
  StopTask,
} from '../features/tasks/active-task-cells.js';
import { compareText } from '../lib/compare-text.js';
import { BulkStop } from '../features/tasks/bulk-stop.js';
import { NotFoundPage } from './not-found-page.js';

/** As the cells of other lists take it. */
const started = (task: ActiveTask) => ({ ...task, user_name: task.user_name ?? null });

const taskColumns = (t: TFunction): Column<ActiveTask>[] => [
  {
    key: 'task',
    title: t('activeTasks.task'),
    min: 200,
    grow: 2,
    sorter: (one, other) => compareText(one.template_name, other.template_name),
    render: (task) => <ActiveTaskName task={task} />,
  },
  {
    key: 'project',
    title: t('activeTasks.project'),
    min: 130,
    sorter: (one, other) => compareText(one.project_name, other.project_name),
    render: (task) => <ActiveTaskProject task={task} />,
  },
  {
    key: 'user',
    title: t('activeTasks.user'),
    min: 110,
    ellipsis: true,
    rank: 1,
    render: (task) => (
      <span title={task.username}>
        <TaskStarter task={started(task)} />
      </span>
    ),
  },
  {
    key: 'status',
    title: t('activeTasks.status'),
    width: 180,
    sorter: (one, other) => compareText(t(`status.${one.status}`), t(`status.${other.status}`)),
    render: ({ status }) => <StatusLabel status={status} />,
  },
  {
    key: 'location',
    title: t('activeTasks.location'),
    min: 140,
    grow: 2,
    ellipsis: true,
    render: (task) => <ActiveTaskLocation task={task} />,
  },
  {
    key: 'time',
    title: t('activeTasks.for'),
    width: 126,
    sorter: (one, other) => (other.start ?? other.created).localeCompare(one.start ?? one.created),
    align: 'right',
    className: 'sy-num',
    render: (task) => <ActiveTaskTime task={task} />,
  },
  {
    key: 'actions',
    title: <HiddenText text={t('common.actions')} />,
    width: 140,
    align: 'right',
    render: (task) => <StopTask task={task} />,
  },
];

function NarrowTask({ task, check }: { task: ActiveTask; check: ReactNode }) {
  return (
    <NarrowRow
      mark={
        <>
          {check}
          <AppMark app={task.app} size={24} />
        </>
      }
      title={<ActiveTaskName task={task} markless />}
      meta={
        <>
          <StatusLabel status={task.status} note={<ActiveTaskTime task={task} />} />
          <span className="sy-ellipsis">
            <ActiveTaskLocation task={task} />
          </span>
        </>
      }
      action={<StopTask task={task} />}
    />
  );
}

/** How many there are, under the list. */
function Count({ tasks }: { tasks: readonly ActiveTask[] }) {
  const { t } = useTranslation();
  const waiting = tasks.filter(({ status }) => isAssignable(status)).length;
  return (
    <p className="sy-list-foot sy-text2">
      {t('activeTasks.count', { count: tasks.length })}
      {waiting > 0 && `, ${t('activeTasks.waiting', { count: waiting })}`}
    </p>
  );
}

const stopped = ({ project_id: projectId, task_id: taskId, template_name: name }: ActiveTask) => ({
  projectId,
  taskId,
  name,
});

function ActiveTasks() {
  const { t } = useTranslation();
  const { data, error, refetch } = useListActiveTasksQuery();
  useLiveList({ of: 'active-tasks' });
  const paging = useUrlPage();
  const filter = useListFilter(data, (task) => [
    `#${task.task_id}`,
    task.template_name,
    task.project_name,
    task.username,
  ]);
  const selection = useSelection(filter.rows, {
    keyOf: ({ task_id: id }) => id,
    nameOf: ({ task_id: id }) => `#${id}`,
    isOffered: ({ status }) => status !== 'stopping',
  });
  return (
    <>
      <PageHead
        title={t('shell.activeTasks')}
        subtitle={t('activeTasks.subtitle')}
        before={<BackButton />}
        filter={filter.input}
      />
      <div className="sy-body">
        <DataTable<ActiveTask>
          label={t('shell.activeTasks')}
          rows={filter.rows}
          rowKey={({ task_id: id }) => id}
          error={error}
          onRetry={() => void refetch()}
          paging={paging}
          foot={data && <Count tasks={data} />}
          empty={filter.nothing(<EmptyState title={t('activeTasks.emptyTitle')} text={t('activeTasks.emptyText')} />)}
          columns={[selection.column, ...taskColumns(t)]}
          narrowRow={(task) => <NarrowTask task={task} check={selection.mark(task)} />}
        />
        {selection.isUsed && <BulkStop tasks={selection.chosen.map(stopped)} onClear={selection.clear} />}
      </div>
    </>
  );
}

/** Tasks of every project that have not ended; for administrators, 20 a page. */
export function ActiveTasksPage() {
  const { admin } = useSessionUser();
  return admin ? <ActiveTasks /> : <NotFoundPage />;
}
