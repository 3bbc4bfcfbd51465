import { INVENTORY_TYPES, type TaskSnapshot, type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { Collapse } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetLogArchiveQuery } from '../../api/log-archive-api.js';
import { useGetTaskSnapshotQuery } from '../../api/tasks-api.js';
import { Dash } from '../../components/display/dash.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { Moment } from '../../components/display/moment.js';
import { PlanCounts } from '../../components/task/plan-counts.js';
import { TaskCommit, TaskStarter, taskVersion } from '../../components/task/task-facts.js';
import { listText } from '../../lib/list-text.js';
import { LogArchiveFact } from './log-archive-fact.js';
import { endWords } from '../../lib/problem-words.js';

type Row = [label: string, value: ReactNode];

function Facts({ title, rows }: { title: string; rows: Row[] }) {
  return (
    <section>
      <h3>{title}</h3>
      <dl className="sy-facts">
        {rows.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || value === 0 ? value : <Dash />}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function AskedFor({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  return (
    <Facts
      title={t('log.details.request')}
      rows={[
        [t('log.details.template'), withVisibleControls(task.tpl_alias)],
        [t('log.details.playbook'), <code key="playbook">{task.playbook || task.tpl_playbook}</code>],
        [t('log.details.message'), task.message],
        [t('log.facts.version'), taskVersion(task)],
        [t('log.facts.commit'), task.commit_hash && <TaskCommit task={task} />],
        [t('log.facts.startedBy'), <TaskStarter key="starter" task={task} />],
      ]}
    />
  );
}

function Progress({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const ref = { projectId: task.project_id, taskId: task.id };
  const archived = useGetLogArchiveQuery(ref).data?.archived;
  const name = task.decided_by ?? '–';
  const decided = task.decided !== null && (
    <>
      {task.status === 'rejected' ? t('log.plan.rejectedBy', { name }) : t('log.plan.confirmedBy', { name })}{' '}
      <Moment value={task.decided} />
    </>
  );
  return (
    <Facts
      title={t('log.details.progress')}
      rows={[
        [t('log.details.created'), <Moment key="created" value={task.created} />],
        [t('log.details.started'), <Moment key="started" value={task.start} />],
        [t('log.details.ended'), <Moment key="ended" value={task.end} />],
        [t('log.facts.queued'), <LiveDuration key="queued" start={task.created} end={task.start ?? task.end} />],
        [t('log.facts.duration'), task.start && <LiveDuration start={task.start} end={task.end} />],
        [t('log.plan.title'), task.plan_summary && <PlanCounts summary={task.plan_summary} />],
        [t('log.details.decision'), decided],
        [t('log.details.stop'), task.stopped_by && t('log.stoppedBy', { name: task.stopped_by })],
        [t('log.details.exitCode'), task.exit_code],
        [t('log.details.reason'), endWords(task, t)],
        ...(archived
          ? [[t('log.archive.title'), <LogArchiveFact key="archive" task={ref} archived={archived} />] satisfies Row]
          : []),
      ]}
    />
  );
}

/** Ignored overrides of the launch, with the reason. */
function LeftOut({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  if (task.ignored.length === 0) {
    return null;
  }
  const rows = task.ignored.map(({ name, reason }): Row =>
    reason === 'others' ? [t('log.ignored.others'), name] : [name, t(`log.ignored.${reason}`)],
  );
  return <Facts title={t('log.ignored.title')} rows={rows} />;
}

/** A command as a person would read it, one argument after the other. */
const readable = (command: readonly string[]): string =>
  command.map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word}'`)).join(' ');

const pairs = (values: Readonly<Record<string, unknown>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join('\n');

function Text({ children }: { children: string }) {
  return children === '' ? <Dash /> : <pre className="sy-snapshot">{children}</pre>;
}

function InventoryText({ inventory }: { inventory: TaskSnapshot['inventory'] }) {
  const { t } = useTranslation();
  if (!inventory) {
    return <Dash />;
  }
  const { name, content } = inventory;
  const known = INVENTORY_TYPES.find((each) => each === inventory.type);
  const type = known === undefined ? inventory.type : t(`inventory.types.${known}`);
  return (
    <Collapse
      ghost
      size="small"
      className="sy-tasklog-inventory"
      items={[{ key: 'text', label: `${withVisibleControls(name)} · ${type}`, children: <Text>{content ?? ''}</Text> }]}
    />
  );
}

function Snapshot({ snapshot }: { snapshot: TaskSnapshot }) {
  const { t } = useTranslation();
  const { repository, runner, tool_version: version } = snapshot;
  return (
    <Facts
      title={t('log.details.ranWith')}
      rows={[
        [t('log.facts.runner'), runner && `${runner.name}${version ? ` · ${version}` : ''}`],
        [t('log.details.command'), snapshot.command && <Text>{readable(snapshot.command)}</Text>],
        [t('log.details.repository'), `${repository.name} · ${repository.url}`],
        [t('log.details.branch'), repository.branch],
        [t('log.details.inventory'), <InventoryText key="inventory" inventory={snapshot.inventory} />],
        [t('log.details.variables'), <Text key="variables">{pairs(snapshot.variables)}</Text>],
        [t('log.details.environment'), <Text key="environment">{pairs(snapshot.env)}</Text>],
        [t('log.details.secrets'), listText(snapshot.secret_names)],
        [t('log.details.arguments'), snapshot.arguments.length > 0 && <Text>{readable(snapshot.arguments)}</Text>],
      ]}
    />
  );
}

/** Request and progress of the task, and what it really ran with. */
export function TaskDetails({ task }: { task: TaskWithTemplate }) {
  const { data: snapshot } = useGetTaskSnapshotQuery({ projectId: task.project_id, taskId: task.id });
  return (
    <div className="sy-tasklog-details">
      <AskedFor task={task} />
      <LeftOut task={task} />
      <Progress task={task} />
      {snapshot && <Snapshot snapshot={snapshot} />}
    </div>
  );
}
