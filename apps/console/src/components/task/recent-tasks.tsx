import type { TaskWithTemplate } from '@switchyard/contracts';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { Dash } from '../display/dash.js';
import { LiveDuration } from '../display/live-duration.js';
import { LoadFailure } from '../feedback/load-failure.js';
import { Moment } from '../display/moment.js';
import { TaskCommit, TaskMessage, TaskStarter, taskVersion } from './task-facts.js';
import { TaskLink } from './task-link.js';
import { TaskStatusCell } from './task-status-cell.js';
import { ownTime } from '../../lib/own-time.js';

/** Spec section 9: an expanded row shows the last five tasks. */
export const RECENT_TASKS = 5;

function TaskRow({ task }: { task: TaskWithTemplate }) {
  return (
    <tr>
      <td>
        <TaskLink taskId={task.id} className="sy-mono" />
      </td>
      <td>
        <TaskStatusCell task={task} />
      </td>
      <td>{taskVersion(task) ? <code>{taskVersion(task)}</code> : <Dash />}</td>
      <td className="sy-fill">
        <TaskMessage task={task} />
      </td>
      <td className="sy-fill">
        <TaskCommit task={task} />
      </td>
      <td>
        <TaskStarter task={task} />
      </td>
      <td className="sy-text2">
        <Moment value={task.start ?? task.created} />
      </td>
      <td className="sy-right sy-num">
        <LiveDuration {...ownTime(task)} />
      </td>
    </tr>
  );
}

interface RecentTasksProps {
  list: { data?: TaskWithTemplate[] | undefined; error?: unknown; refetch: () => unknown };
}

/** The last tasks of a row inside of what it opens to. */
export function RecentTasks({ list: { data, error, refetch } }: RecentTasksProps) {
  const { t } = useTranslation();
  if (data === undefined) {
    return error === undefined ? (
      <div className="sy-nest">
        <Skeleton active title={false} paragraph={{ rows: RECENT_TASKS }} />
      </div>
    ) : (
      <LoadFailure error={error} onRetry={() => void refetch()} />
    );
  }
  return (
    <div className="sy-nest">
      <table aria-label={t('template.recentTasks')}>
        <thead>
          <tr>
            <th>{t('task.task')}</th>
            <th>{t('task.status')}</th>
            <th>{t('task.version')}</th>
            <th>{t('task.message')}</th>
            <th>{t('task.commit')}</th>
            <th>{t('task.by')}</th>
            <th>{t('task.started')}</th>
            <th className="sy-right">{t('task.duration')}</th>
          </tr>
        </thead>
        <tbody>
          {data.map((task) => (
            <TaskRow key={task.id} task={task} />
          ))}
        </tbody>
      </table>
    </div>
  );
}
