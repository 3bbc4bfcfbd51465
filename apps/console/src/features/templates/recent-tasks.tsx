import type { TaskWithTemplate } from '@switchyard/contracts';
import { Skeleton } from 'antd';
import { useTranslation } from 'react-i18next';
import { useListTemplateTasksQuery } from '../../api/tasks-api.js';
import { Dash } from '../../components/display/dash.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import { Moment } from '../../components/display/moment.js';
import { TaskCommit, TaskStarter, taskVersion } from '../../components/task/task-facts.js';
import { TaskLink } from '../../components/task/task-link.js';
import { TaskStatusCell } from '../../components/task/task-status-cell.js';

/** Spec section 9: an expanded row shows the last five tasks. */
const shownTasks = 5;

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
        <TaskCommit task={task} />
      </td>
      <td>
        <TaskStarter task={task} />
      </td>
      <td className="sy-text2">
        <Moment value={task.start ?? task.created} />
      </td>
      <td className="sy-right sy-num">
        <LiveDuration start={task.start} end={task.end} />
      </td>
    </tr>
  );
}

/** The last tasks of a template inside its expanded row. */
export function RecentTasks({ projectId, templateId }: { projectId: number; templateId: number }) {
  const { t } = useTranslation();
  const { data, error, refetch } = useListTemplateTasksQuery({ projectId, templateId, limit: shownTasks });
  if (data === undefined) {
    return error === undefined ? (
      <div className="sy-nest">
        <Skeleton active title={false} paragraph={{ rows: shownTasks }} />
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
