import {
  appFamily,
  isFinal,
  isPlanned,
  type NamedOutput,
  type TaskSnapshot,
  type TaskWithTemplate,
  withVisibleControls,
} from '@switchyard/contracts';
import type { TFunction } from 'i18next';
import { useTranslation } from 'react-i18next';
import { useGetLogArchiveQuery } from '../../../api/log-archive-api.js';
import { useGetTaskSnapshotQuery, useListTaskOutputsQuery } from '../../../api/tasks-api.js';
import { LiveDuration } from '../../../components/display/live-duration.js';
import { Moment } from '../../../components/display/moment.js';
import { PlanCounts } from '../../../components/task/plan-counts.js';
import { MergeLink, PullRequestLink, ReviewFact } from '../../../components/task/pull-request-link.js';
import { applyingMerge, TaskCommit, TaskStarter, taskVersion } from '../../../components/task/task-facts.js';
import { TaskLink } from '../../../components/task/task-link.js';
import { listText } from '../../../lib/list-text.js';
import { endWords } from '../../../lib/problem-words.js';
import { useCommitPage } from '../use-forge.js';
import { chosenOptions, chosenPatterns } from './chosen-options.js';
import { FactTable, ResourceLink, type Row } from './fact-table.js';
import { LogArchiveFact } from './log-archive-fact.js';
import { OutputFacts } from './output-facts.js';
import { SnapshotFacts } from './snapshot-facts.js';
import { ownTime } from '../../../lib/own-time.js';

/** Label of the value in `playbook`. */
function fileLabel(app: string, t: TFunction): string {
  if (isPlanned(app)) {
    return t('template.directory');
  }
  return appFamily(app) === 'ansible' ? t('template.playbook') : t('template.script');
}

function AskedFor({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const { project_id: projectId, template_id: templateId, build_task: build } = task;
  const playbook = task.playbook || task.tpl_playbook;
  const commitPage = useCommitPage(task);
  return (
    <FactTable
      title={t('log.details.request')}
      rows={[
        [
          t('log.details.template'),
          <ResourceLink key="t" projectId={projectId} path={`templates/${templateId}`} name={task.tpl_alias} />,
        ],
        [fileLabel(task.tpl_app, t), playbook && <code key="playbook">{withVisibleControls(playbook)}</code>],
        [t('log.details.message'), withVisibleControls(task.message)],
        [t('log.facts.version'), taskVersion(task)],
        ...(build ? [[t('run.build'), <TaskLink key="build" taskId={build.id} />] satisfies Row] : []),
        [t('log.facts.commit'), task.commit_hash && <TaskCommit task={task} href={commitPage} />],
        ...known(t('log.facts.pullRequest'), task.pull_request && <PullRequestLink pull={task.pull_request} />),
        ...known(t('log.review.label'), task.review && <ReviewFact review={task.review} />),
        [t('log.details.options'), listText(chosenOptions(task, t))],
        ...chosenPatterns(task, t),
        [t('log.facts.startedBy'), <TaskStarter key="starter" task={task} />],
      ]}
    />
  );
}

/** Why a person decided or stopped, in their words. */
const Given = ({ reason }: { reason: string | null }) =>
  reason !== null && <p className="sy-given-reason">{withVisibleControls(reason)}</p>;

/** A row only where there is something to say. */
const known = (label: string, value: Row[1]): Row[] => (value || value === 0 ? [[label, value]] : []);

/** Who decided about the plan, or which merge. */
function Decider({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const merge = applyingMerge(task);
  const name = withVisibleControls(task.decided_by ?? '–');
  if (task.status === 'rejected') {
    return t('log.plan.rejectedBy', { name });
  }
  return merge ? <MergeLink pull={merge} /> : t('log.plan.confirmedBy', { name });
}

function Progress({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const ref = { projectId: task.project_id, taskId: task.id };
  const archived = useGetLogArchiveQuery(ref).data?.archived;
  const decided = task.decided !== null && (
    <>
      <Decider task={task} /> <Moment value={task.decided} />
      <Given reason={task.decision_reason} />
    </>
  );
  const stopped = task.stopped_by !== null && (
    <>
      {t('log.stoppedBy', { name: withVisibleControls(task.stopped_by) })}
      <Given reason={task.stop_reason} />
    </>
  );
  return (
    <FactTable
      title={t('log.details.progress')}
      rows={[
        [t('log.details.created'), <Moment key="created" value={task.created} />],
        [t('log.details.started'), <Moment key="started" value={task.start} />],
        [t('log.details.ended'), <Moment key="ended" value={task.end} />],
        [t('log.facts.queued'), <LiveDuration key="queued" start={task.created} end={task.start ?? task.end} />],
        [t('log.facts.duration'), task.start && <LiveDuration key="own" {...ownTime(task)} />],
        ...known(t('log.plan.title'), task.plan_summary && <PlanCounts summary={task.plan_summary} />),
        ...known(t('log.details.decision'), decided),
        ...known(t('log.details.stop'), stopped),
        ...known(t('log.details.exitCode'), task.exit_code),
        ...known(t('log.details.reason'), endWords(task, t)),
        ...known(t('log.details.trace'), task.traceparent && <code key="trace">{task.traceparent.split('-')[1]}</code>),
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
  return <FactTable title={t('log.ignored.title')} rows={rows} />;
}

/** None before a runner has the task; completed by the runner as the task goes on. */
function useSnapshot({ project_id: projectId, id: taskId, status }: TaskWithTemplate): TaskSnapshot | undefined {
  const options = { skip: status === 'waiting', refetchOnMountOrArgChange: true };
  return useGetTaskSnapshotQuery({ projectId, taskId }, options).data;
}

/** They come with the end of the task. */
function useOutputs({ project_id: projectId, id: taskId, status }: TaskWithTemplate): readonly NamedOutput[] {
  const options = { skip: !isFinal(status), refetchOnMountOrArgChange: true };
  return useListTaskOutputsQuery({ projectId, taskId }, options).data ?? [];
}

/** Request of the task, its progress, and its settings once a runner has it. */
export function TaskDetails({ task }: { task: TaskWithTemplate }) {
  const snapshot = useSnapshot(task);
  const outputs = useOutputs(task);
  return (
    <div className="sy-tasklog-details">
      <AskedFor task={task} />
      <LeftOut task={task} />
      <Progress task={task} />
      {outputs.length > 0 && <OutputFacts outputs={outputs} />}
      {snapshot && <SnapshotFacts task={task} snapshot={snapshot} />}
    </div>
  );
}
