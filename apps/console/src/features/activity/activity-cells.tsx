import { type Event, own, type TaskStatus, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { useListMembersQuery } from '../../api/members-api.js';
import { useProject } from '../../components/page/project-context.js';
import { StatusIcon } from '../../components/task/status-icon.js';
import { TaskLink } from '../../components/task/task-link.js';
import { statusLook } from '../../components/task/task-status.js';
import { activityPath } from '../../lib/activity-path.js';
import { activityWords } from '../../lib/problem-words.js';

const statuses: Readonly<Record<string, TaskStatus>> = {
  task_queued: 'waiting',
  task_queued_by_schedule: 'waiting',
  task_queued_by_integration: 'waiting',
  task_queued_by_autorun: 'waiting',
  task_running: 'running',
  task_success: 'success',
  task_error: 'error',
  task_stopped: 'stopped',
  task_canceled: 'canceled',
  task_confirmed: 'confirmed',
  task_rejected: 'rejected',
};

/** The status that an entry about a task reports, as its icon. */
function TaskMark({ event: { activity } }: { event: Event }) {
  const status = activity === null ? undefined : own(statuses, activity.code);
  if (status === undefined) {
    return null;
  }
  // A task that had begun is no longer going on when somebody reads about it.
  const { tone, shape } = statusLook(status);
  return (
    <span className="sy-status sy-event-mark" data-tone={tone}>
      <StatusIcon shape={shape} still />
    </span>
  );
}

/** Members and templates are named; the entry itself knows their ids. */
function useNamed(event: Event): Event {
  const { projectId } = useProject();
  const { object_type: kind, object_id: id, activity, template_name } = event;
  const { data: members } = useListMembersQuery(projectId, { skip: kind !== 'user' });
  const member = kind === 'user' ? members?.find((each) => each.id === id)?.name : undefined;
  const name = kind === 'template' ? template_name : member;
  return activity !== null && name
    ? { ...event, activity: { ...activity, params: { ...activity.params, id: name, name } } }
    : event;
}

/** Text of an event; it leads to its subject: the log of a task, or the page of something else. */
export function What({ event }: { event: Event }) {
  const { t } = useTranslation();
  const words = activityWords(useNamed(event), t);
  const path = activityPath(event);
  if (event.object_type === 'task' && event.object_id !== null) {
    return (
      <>
        <TaskLink taskId={event.object_id} className="sy-ink" title={words ?? undefined}>
          <TaskMark event={event} />
          {words}
        </TaskLink>
        {event.activity?.params['template'] === undefined && event.template_name !== null && (
          <span className="sy-text2" title={withVisibleControls(event.template_name)}>
            {' '}
            {withVisibleControls(event.template_name)}
          </span>
        )}
      </>
    );
  }
  return path === null ? (
    words
  ) : (
    <Link className="sy-ink" to={path} title={words ?? undefined}>
      {words}
    </Link>
  );
}
