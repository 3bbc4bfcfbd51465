import { CloseOutlined, LinkOutlined } from '@ant-design/icons';
import { isAssignable, type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { Tag } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppMark } from '../../components/brand/app-mark.js';
import { FullScreenButton } from '../../components/actions/full-screen-button.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { useNotify } from '../../components/feedback/notify.js';
import { LiveDuration } from '../../components/display/live-duration.js';
import { PlanCounts } from '../../components/task/plan-counts.js';
import { StatusLabel } from '../../components/task/status-label.js';
import {
  TaskCommit,
  TaskMessage,
  TaskStarter,
  taskVersion,
  useTaskDeciders,
} from '../../components/task/task-facts.js';
import { copyText } from '../../lib/copy-text.js';
import { durationText } from '../../lib/duration-text.js';
import { useLocale } from '../../lib/use-locale.js';
import { isDestroyRun } from './decision/destroy-run.js';
import { useWorkspaceName } from './decision/use-workspace-name.js';
import type { TimelineStage } from './stage-statuses.js';
import { TaskActions } from './task-actions.js';
import { TaskTimeline } from './task-timeline.js';
import { useUsualRun } from './use-usual-run.js';
import { WatchButton } from './watch-button.js';
import { useCommitPage } from './use-forge.js';
import { listText } from '../../lib/list-text.js';
import { ownTime } from '../../lib/own-time.js';

interface TaskLogHeaderProps {
  task: TaskWithTemplate;
  stages: readonly TimelineStage[];
  full: boolean;
  /** Null where there is no choice. */
  onFull: ((full: boolean) => void) | null;
  onLine: (line: number) => void;
  onClose: () => void;
}

/** Mark, name, number, status and the buttons that the status allows; under them the facts. */
export function TaskLogHeader({ task, stages, full, onFull, onLine, onClose }: TaskLogHeaderProps) {
  const { t } = useTranslation();
  return (
    <div className="sy-tasklog-head">
      <div className="sy-tasklog-top">
        <AppMark app={task.tpl_app} size={22} />
        <h2 className="sy-ellipsis">{withVisibleControls(task.tpl_alias)}</h2>
        <code className="sy-text3">#{task.id}</code>
        <span role="status">
          <StatusLabel status={task.status} look="pill" />
        </span>
        {isDestroyRun(task) && <Tag color="red">{t('run.destroy')}</Tag>}
        <div className="sy-tasklog-actions">
          <TaskActions task={task} />
        </div>
        <span className="sy-tasklog-window">
          <WatchButton task={task} />
          <CopyLink />
          {onFull && <FullScreenButton isFull={full} onChange={onFull} />}
          <IconButton label={t('common.close')} icon={<CloseOutlined aria-hidden />} onClick={onClose} />
        </span>
      </div>
      <Facts task={task} stages={stages} />
      <TaskTimeline stages={stages} onLine={onLine} />
    </div>
  );
}

function CopyLink() {
  const { t } = useTranslation();
  const notify = useNotify();
  const copy = async (): Promise<void> => {
    const failure = await copyText(window.location.href);
    if (failure === null) {
      notify.success(t('log.linkCopied'));
    } else {
      notify.error(t('log.copyFailed', { message: failure }));
    }
  };
  return <IconButton label={t('log.copyLink')} icon={<LinkOutlined aria-hidden />} onClick={() => void copy()} />;
}

/** How long it waited. Its checkout is no part of that, though the task starts after it. */
function Queued({ task, stages }: Pick<TaskLogHeaderProps, 'task' | 'stages'>) {
  const { t } = useTranslation();
  const waiting = isAssignable(task.status);
  const left = stages.find(({ type }) => type === 'queue')?.end;
  return (
    <Fact label={waiting ? t('log.facts.waiting') : t('log.facts.queued')} kind={waiting ? undefined : 'extra'}>
      <LiveDuration start={task.created} end={left ?? task.start ?? task.end} />
    </Fact>
  );
}

function Facts({ task, stages }: Pick<TaskLogHeaderProps, 'task' | 'stages'>) {
  const { t } = useTranslation();
  const version = taskVersion(task);
  const commitPage = useCommitPage(task);
  const deciders = useTaskDeciders(task);
  const workspace = useWorkspaceName(task);
  return (
    <dl className="sy-tasklog-facts">
      <Lasting task={task} stages={stages} />
      <Queued task={task} stages={stages} />
      {workspace !== undefined && task.status !== 'waiting_confirmation' && (
        <Fact label={t('template.workspace')}>
          <code>{withVisibleControls(workspace)}</code>
        </Fact>
      )}
      <Fact label={t('log.facts.runner')}>
        {task.runner_name ?? <span className="sy-text3">{t('log.facts.notAssigned')}</span>}
      </Fact>
      <Fact label={t('log.facts.commit')} kind="wide">
        <TaskCommit task={task} href={commitPage} />
      </Fact>
      {task.message !== '' && (
        <Fact label={t('run.message')} kind="wide">
          <TaskMessage task={task} />
        </Fact>
      )}
      {version && (
        <Fact label={t('log.facts.version')} kind="extra">
          <code>{version}</code>
        </Fact>
      )}
      {task.plan_summary !== null && task.status !== 'waiting_confirmation' && (
        <Fact label={t('log.plan.title')} kind="extra">
          <PlanCounts summary={task.plan_summary} />
        </Fact>
      )}
      {task.status === 'error' && task.exit_code !== null && (
        <Fact label={t('log.facts.ended')} kind="extra">
          {t('log.facts.exitCode', { code: task.exit_code })}
        </Fact>
      )}
      <Fact label={t('log.facts.startedBy')} kind="extra">
        <TaskStarter task={task} />
      </Fact>
      {deciders.length > 0 && (
        <Fact label={task.decided === null ? t('log.details.stop') : t('log.details.decision')} kind="extra">
          {listText(deciders)}
        </Fact>
      )}
    </dl>
  );
}

/** How long the plan has waited for a decision, or how long the task has run and usually does. */
function Lasting({ task, stages }: Pick<TaskLogHeaderProps, 'task' | 'stages'>) {
  const { t } = useTranslation();
  const decision = stages.find(({ type }) => type === 'confirmation');
  if (task.status === 'waiting_confirmation' && decision) {
    return (
      <Fact label={t('log.facts.waiting')}>
        <LiveDuration start={decision.start} end={decision.end} />
      </Fact>
    );
  }
  return task.start === null ? null : (
    <Fact label={t('log.facts.duration')}>
      <LiveDuration {...ownTime(task)} />
      {task.end === null && <UsualDuration task={task} />}
    </Fact>
  );
}

function UsualDuration({ task: { project_id: projectId, template_id: templateId } }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const locale = useLocale();
  const { usualMs } = useUsualRun(projectId, templateId);
  return usualMs === null ? null : (
    <span className="sy-tasklog-usual"> {t('log.facts.ofAbout', { duration: durationText(usualMs, locale) })}</span>
  );
}

interface FactProps {
  label: string;
  /** `wide` takes the free width; `extra` has no room on a narrow screen. */
  kind?: 'wide' | 'extra' | undefined;
  children: ReactNode;
}

function Fact({ label, kind, children }: FactProps) {
  return (
    <div className={kind && `sy-tasklog-${kind}`}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
