import { type Template, withVisibleControls } from '@switchyard/contracts';
import { Link } from 'react-router-dom';
import { AppMark } from '../../components/brand/app-mark.js';
import { Dash } from '../../components/display/dash.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { Moment } from '../../components/display/moment.js';
import { TaskStarter } from '../../components/task/task-facts.js';
import { TaskLink } from '../../components/task/task-link.js';
import { TaskStatusCell } from '../../components/task/task-status-cell.js';

/** Running and waiting tasks show how long they have been so. */
export function LastStatus({ template }: { template: Template }) {
  const task = template.last_task;
  if (task === null) {
    return null;
  }
  const since = task.status === 'running' ? task.start : task.status === 'waiting' ? task.created : null;
  return <TaskStatusCell task={task} {...(since && { note: <LiveDuration start={since} end={null} /> })} />;
}

/** Number, starter and time of the last task. */
export function LastTask({ template }: { template: Template }) {
  const task = template.last_task;
  return task === null ? (
    <Dash />
  ) : (
    <span className="sy-text2">
      <TaskLink taskId={task.id} /> &nbsp;
      <TaskStarter task={task} />
      <span className="sy-text3">
        , <Moment value={task.created} short />
      </span>
    </span>
  );
}

/** Mark and name; a list entry shows its mark elsewhere. @param base address of the list */
export function TemplateName({ template, base, markless }: { template: Template; base: string; markless?: boolean }) {
  const name = withVisibleControls(template.name);
  return (
    <span className="sy-name">
      {!markless && <AppMark app={template.app} />}
      <Link className="sy-ink sy-ellipsis" title={name} to={`${base}/${template.id}/tasks`}>
        {name}
      </Link>
    </span>
  );
}
