import { type Template, withVisibleControls } from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { Link } from 'react-router-dom';
import { AppMark } from '../../components/brand/app-mark.js';
import { Dash } from '../../components/display/dash.js';
import type { Column } from '../../components/data-table/column.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { HiddenText } from '../../components/display/hidden-text.js';
import { Moment } from '../../components/display/moment.js';
import { RunButton } from '../../components/task/run-button.js';
import { TaskStarter, taskVersion } from '../../components/task/task-facts.js';
import { TaskLink } from '../../components/task/task-link.js';
import { TaskStatusCell } from '../../components/task/task-status-cell.js';

/** Columns that the column sheet can add. */
export const extraColumns = ['inventory', 'environment', 'repository'] as const;
export type ExtraColumn = (typeof extraColumns)[number];

/** Names of what templates refer to, by id. */
export type NameOf = Readonly<Record<ExtraColumn, (id: number | null) => string | undefined>>;

const compare = (one: string | undefined, other: string | undefined): number => (one ?? '').localeCompare(other ?? '');

/** Running and waiting tasks show how long they have been so. */
export function LastStatus({ template }: { template: Template }) {
  const task = template.last_task;
  if (task === null) {
    return null;
  }
  const since = task.status === 'running' ? task.start : task.status === 'waiting' ? task.created : null;
  return <TaskStatusCell task={task} {...(since && { note: <LiveDuration start={since} end={null} /> })} />;
}

function LastTask({ template }: { template: Template }) {
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

/** Mark and name; a list entry shows its mark elsewhere. */
export function TemplateName({ template, markless = false }: { template: Template; markless?: boolean }) {
  return (
    <span className="sy-name">
      {!markless && <AppMark app={template.app} />}
      <Link className="sy-ink sy-ellipsis" to={`/project/${template.project_id}/templates/${template.id}`}>
        {withVisibleControls(template.name)}
      </Link>
    </span>
  );
}

function referenceColumn(key: ExtraColumn, title: string, nameOf: NameOf): Column<Template> {
  const name = (template: Template): string | undefined => nameOf[key](template[`${key}_id`]);
  return {
    key,
    title,
    sorter: (one, other) => compare(name(one), name(other)),
    render: (template) => <span className="sy-text2">{name(template) ?? <Dash />}</span>,
  };
}

interface ColumnOptions {
  t: TFunction;
  extras: readonly ExtraColumn[];
  nameOf: NameOf;
  /** Absent: the user may not run tasks. */
  onRun?: ((template: Template) => void) | undefined;
}

/** Name, Playbook, Version, Status, Last task and the action, with the chosen extra columns in between. */
export function templateColumns({ t, extras, nameOf, onRun }: ColumnOptions): Column<Template>[] {
  return [
    {
      key: 'name',
      title: t('template.name'),
      sorter: (one, other) => compare(one.name, other.name),
      render: (template) => <TemplateName template={template} />,
    },
    {
      key: 'playbook',
      title: t('template.playbookColumn'),
      sorter: (one, other) => compare(one.playbook, other.playbook),
      render: ({ playbook }) => (playbook ? <code className="sy-text2">{playbook}</code> : <Dash />),
    },
    ...extras.map((key) => referenceColumn(key, t(`template.${key}`), nameOf)),
    {
      key: 'version',
      title: t('task.version'),
      width: 78,
      render: ({ last_task }) => (taskVersion(last_task) ? <code>{taskVersion(last_task)}</code> : <Dash />),
    },
    {
      key: 'status',
      title: t('task.status'),
      sorter: (one, other) => compare(one.last_task?.status, other.last_task?.status),
      render: (template) =>
        template.last_task ? (
          <LastStatus template={template} />
        ) : (
          <span className="sy-text2">{t('template.notLaunched')}</span>
        ),
    },
    {
      key: 'last',
      title: t('template.lastTask'),
      sorter: (one, other) => (one.last_task?.id ?? 0) - (other.last_task?.id ?? 0),
      render: (template) => <LastTask template={template} />,
    },
    {
      key: 'action',
      title: <HiddenText text={t('common.actions')} />,
      width: 120,
      render: (template) => onRun && <RunButton template={template} onRun={onRun} />,
    },
  ];
}
