import { type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { commaOf } from '../../lib/locale-of.js';
import { useLocale } from '../../lib/use-locale.js';
import { AppMark } from '../brand/app-mark.js';
import { Dash } from '../display/dash.js';
import type { Column } from '../data-table/column.js';
import { DataTable } from '../data-table/data-table.js';
import type { Selection } from '../data-table/use-selection.js';
import { LiveDuration } from '../display/live-duration.js';
import { Moment } from '../display/moment.js';
import { NarrowRow } from '../data-table/narrow-row.js';
import { TaskCommit, TaskMessage, TaskPeople, taskVersion } from './task-facts.js';
import { TaskLink, useOpenTask } from './task-link.js';
import { TaskStatusCell } from './task-status-cell.js';
import { ownTime } from '../../lib/own-time.js';

function templateColumn(t: TFunction): Column<TaskWithTemplate> {
  return {
    key: 'template',
    title: t('task.template'),
    min: 150,
    grow: 3,
    render: (task) => (
      <span className="sy-name">
        <AppMark app={task.tpl_app} />
        <TaskLink taskId={task.id} className="sy-ink sy-ellipsis" title={withVisibleControls(task.tpl_alias)}>
          {withVisibleControls(task.tpl_alias)}
        </TaskLink>
      </span>
    ),
  };
}

function taskColumns(t: TFunction, withTemplate: boolean): Column<TaskWithTemplate>[] {
  return [
    { key: 'task', title: t('task.task'), width: 78, render: ({ id }) => <TaskLink taskId={id} /> },
    ...(withTemplate ? [templateColumn(t)] : []),
    { key: 'status', title: t('task.status'), min: 160, render: (task) => <TaskStatusCell task={task} /> },
    {
      key: 'version',
      title: t('task.version'),
      width: 86,
      rank: 2,
      render: (task) => (taskVersion(task) ? <code>{taskVersion(task)}</code> : <Dash />),
    },
    {
      key: 'message',
      title: t('task.message'),
      min: 120,
      grow: 4,
      rank: 4,
      ellipsis: true,
      render: (task) => <TaskMessage task={task} />,
    },
    {
      key: 'commit',
      title: t('task.commit'),
      min: 120,
      grow: 4,
      rank: 3,
      ellipsis: true,
      render: (task) => <TaskCommit task={task} />,
    },
    {
      key: 'by',
      title: t('task.by'),
      min: 120,
      grow: 2,
      rank: 1,
      ellipsis: true,
      render: (task) => <TaskPeople task={task} />,
    },
    {
      key: 'started',
      title: t('task.started'),
      // A time ago and its hour on one line.
      min: 168,
      className: 'sy-num sy-wrap',
      render: ({ start, created }) => (
        <span className="sy-text2">
          <Moment value={start ?? created} />
        </span>
      ),
    },
    {
      key: 'duration',
      title: t('task.duration'),
      min: 96,
      align: 'right',
      className: 'sy-num sy-wrap',
      render: (task) => <LiveDuration {...ownTime(task)} />,
    },
  ];
}

interface TaskTableProps {
  tasks: readonly TaskWithTemplate[] | undefined;
  error: unknown;
  onRetry: () => void;
  empty: ReactNode;
  /** False where every task is of the same template. */
  withTemplate: boolean;
  /** Absent: nothing is done with several. */
  selection?: Selection<TaskWithTemplate> | undefined;
  /** Below the rows. */
  foot: ReactNode;
}

/** A list of tasks; a row opens the log. */
export function TaskTable({ tasks, error, onRetry, empty, withTemplate, selection, foot }: TaskTableProps) {
  const { t } = useTranslation();
  const locale = useLocale();
  const open = useOpenTask();
  return (
    <DataTable<TaskWithTemplate>
      label={t('task.tasks')}
      density="tight"
      rows={tasks}
      rowKey={({ id }) => id}
      error={error}
      onRetry={onRetry}
      empty={empty}
      foot={foot}
      onRowClick={({ id }) => open(id)}
      columns={[...(selection ? [selection.column] : []), ...taskColumns(t, withTemplate)]}
      narrowRow={(task) => (
        <NarrowRow
          mark={
            <>
              {selection?.mark(task)}
              <AppMark app={task.tpl_app} size={24} />
            </>
          }
          title={
            <TaskLink taskId={task.id} className="sy-ink" title={withVisibleControls(task.tpl_alias)}>
              {withVisibleControls(task.tpl_alias)}
            </TaskLink>
          }
          meta={
            <>
              <TaskStatusCell task={task} />
              <TaskLink taskId={task.id} />
              <span>
                <Moment value={task.start ?? task.created} short />
                {commaOf(locale)}
                <TaskPeople task={task} />
              </span>
            </>
          }
          more={task.message !== '' && <div className="sy-narrow-meta">{withVisibleControls(task.message)}</div>}
          action={
            <span className="sy-num sy-text2">
              <LiveDuration {...ownTime(task)} />
            </span>
          }
        />
      )}
    />
  );
}
