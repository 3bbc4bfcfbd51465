import { isFinal, TASK_STATUSES, type Template, withVisibleControls } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { AppMark } from '../../components/brand/app-mark.js';
import { Dash } from '../../components/display/dash.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { Moment } from '../../components/display/moment.js';
import { TaskStarter } from '../../components/task/task-facts.js';
import { TaskLink } from '../../components/task/task-link.js';
import { TaskStatusCell } from '../../components/task/task-status-cell.js';
import { BlockedMark } from '../../components/task/blocked-template.js';
import { commaOf } from '../../lib/locale-of.js';
import { useLocale } from '../../lib/use-locale.js';
import { DriftedMark, DriftMark } from './drift-mark.js';

/** Statuses of tasks that have not ended, as the filter of the history takes them. */
const ACTIVE = TASK_STATUSES.filter((status) => !isFinal(status)).join(',');

/** Tasks of the template that have not ended, beside the last one. */
const othersActive = ({ last_task: last, active_tasks: active }: Template): number =>
  Math.max(0, active - (last !== null && !isFinal(last.status) ? 1 : 0));

/** Leads to the older tasks that still run or wait, which the status of the last one does not show. */
function OthersActive({ template, base }: { template: Template; base: string }) {
  const { t } = useTranslation();
  const count = othersActive(template);
  return (
    count > 0 && (
      <Link className="sy-active-note" to={`${base}/${template.id}/tasks?status=${ACTIVE}`}>
        {t('template.othersActive', { count })}
      </Link>
    )
  );
}

/** Status of the last task, and how many others are active. Running and waiting ones show how long they have been so. */
export function LastStatus({ template, base }: { template: Template; base: string }) {
  const task = template.last_task;
  if (task === null) {
    return null;
  }
  const since = task.status === 'running' ? task.start : task.status === 'waiting' ? task.created : null;
  return (
    <span className="sy-status-cell">
      <TaskStatusCell task={task} {...(since && { note: <LiveDuration start={since} end={null} /> })} />
      <OthersActive template={template} base={base} />
      <DriftedMark template={template} base={base} />
      {template.drift && <DriftMark short drift={template.drift} />}
    </span>
  );
}

/** Number, starter and time of the last task. */
export function LastTask({ template }: { template: Template }) {
  const locale = useLocale();
  const task = template.last_task;
  return task === null ? (
    <Dash />
  ) : (
    <span className="sy-text2">
      <TaskLink taskId={task.id} /> &nbsp;
      <TaskStarter task={task} />
      <span className="sy-text3">
        {commaOf(locale)}
        <Moment value={task.created} short />
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
      <BlockedMark template={template} />
    </span>
  );
}
