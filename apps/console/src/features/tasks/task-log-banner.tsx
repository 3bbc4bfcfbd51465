import { ClockCircleOutlined, CloseCircleFilled, InfoCircleOutlined, MinusCircleOutlined } from '@ant-design/icons';
import {
  isAssignable,
  type LogFailure,
  mayLaunchWith,
  type TaskStatus,
  type TaskWithTemplate,
  withVisibleControls,
} from '@switchyard/contracts';
import { Button } from 'antd';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useGetTemplateQuery } from '../../api/templates-api.js';
import { Moment } from '../../components/display/moment.js';
import { usePermission } from '../../components/page/project-context.js';
import { useWaitingWays } from '../../components/task/use-waiting-ways.js';
import { useWaitingWords } from '../../components/task/use-waiting-words.js';
import { endWords, problemWords } from '../../lib/problem-words.js';
import { DecisionBanner } from './decision/decision-banner.js';
import { isReviewable, ReviewBanner } from './decision/review-banner.js';
import { launchSettings } from '../../lib/launch-settings.js';
import { RunAgainButton } from './task-actions.js';
import type { TimelineStage } from './stage-statuses.js';
import { unfinishedApply } from './unfinished-apply.js';
import { useFailedHosts } from './use-failed-hosts.js';
import { useGetTaskQueuePlaceQuery } from '../../api/tasks-api.js';

interface TaskLogBannerProps {
  task: TaskWithTemplate;
  /** Numbers of the error lines, from 1. */
  errorLines: readonly number[];
  /** Lines in which hosts failed. */
  failures: readonly LogFailure[];
  onLine: (line: number) => void;
  stages: readonly TimelineStage[];
  /** Shows the plan. */
  onPlan: () => void;
  /** Shows the details of the task. */
  onDetails: () => void;
}

interface BannerProps {
  tone: 'red' | 'grey' | 'volcano';
  icon: ReactNode;
  title: string;
  action?: ReactNode;
  children: ReactNode;
}

/** How many error lines the banner names. */
const namedLines = 5;
/** Most hosts to which a task that is run again is limited. */
const mostHosts = 50;

function Banner({ tone, icon, title, action, children }: BannerProps) {
  return (
    <div className="sy-tasklog-banner" data-tone={tone} role={tone === 'red' ? 'alert' : 'status'}>
      {icon}
      <div className="sy-grow">
        <h3>{title}</h3>
        {children}
      </div>
      {action}
    </div>
  );
}

function NextError({ lines, onLine }: { lines: readonly number[]; onLine: (line: number) => void }) {
  const { t } = useTranslation();
  const shown = useRef(0);
  const next = (): void => {
    shown.current = (shown.current + 1) % lines.length;
    onLine(lines[shown.current] ?? 1);
  };
  return <Button onClick={next}>{t('log.nextError')}</Button>;
}

function FailedBanner({ task, errorLines, failures, onLine }: TaskLogBannerProps) {
  const { t } = useTranslation();
  const { bad, total, lines: failedLines } = useFailedHosts(task, failures);
  const { exit_code: code } = task;
  const ended = code === null ? t('log.failed') : t('log.failedWithCode', { code });
  const hosts = t('log.summary.someFailed', { bad: bad.length, count: total });
  const ofHosts = code === null ? hosts : t('log.hostsFailedWithCode', { hosts, code });
  const isCodeAlone = code !== null && task.end_problem?.code === 'tool_exited';
  const reason = isCodeAlone ? null : endWords(task, t);
  const lines = failedLines.length > 0 ? failedLines.map(({ line }) => line + 1) : errorLines;
  const action = (
    <div className="sy-banner-actions">
      {lines.length > 1 && <NextError lines={lines} onLine={onLine} />}
      {bad.length > 0 && bad.length < total && <RunAgainOnFailed task={task} hosts={bad} />}
    </div>
  );
  return (
    <Banner
      tone="red"
      icon={<CloseCircleFilled aria-hidden />}
      title={bad.length > 0 ? ofHosts : ended}
      action={action}
    >
      {bad.length === 0 && reason !== null && <p>{reason}</p>}
      <FailedLines lines={lines} failures={failedLines} onLine={onLine} />
    </Banner>
  );
}

/** The first lines that explain the failure, with host and task where they are known. */
function FailedLines({
  lines,
  failures,
  onLine,
}: Pick<TaskLogBannerProps, 'failures' | 'onLine'> & { lines: readonly number[] }) {
  const { t } = useTranslation();
  return lines.length === 0 ? null : (
    <ul className={failures.length > 0 ? 'sy-tasklog-failures' : 'sy-tasklog-errors'}>
      {lines.slice(0, namedLines).map((line, i) => (
        <li key={line}>
          <button type="button" className="sy-linkbutton" onClick={() => onLine(line)}>
            {t('log.line', { line })}
          </button>
          {failures[i] && <FailedHost failure={failures[i]} />}
        </li>
      ))}
    </ul>
  );
}

function FailedHost({ failure: { host, task, unreachable } }: { failure: LogFailure }) {
  const { t } = useTranslation();
  return (
    <>
      {' '}
      <code>{host}</code> <span className="sy-text2">{unreachable ? t('log.summary.unreachableHost') : task}</span>
    </>
  );
}

/** Where the template lets a launch limit its hosts. */
function RunAgainOnFailed({ task, hosts }: { task: TaskWithTemplate; hosts: readonly string[] }) {
  const { t } = useTranslation();
  const mayRun = usePermission('runProjectTasks');
  const { data: template } = useGetTemplateQuery({ projectId: task.project_id, id: task.template_id });
  const mayLimit = template !== undefined && mayLaunchWith(launchSettings(template), 'limit');
  return mayRun && mayLimit && hosts.length <= mostHosts ? (
    <RunAgainButton task={task} hosts={hosts} text={t('log.runAgainFailed')} />
  ) : null;
}

function WaitingBanner({ task }: { task: TaskWithTemplate }) {
  const navigate = useNavigate();
  const { title, next } = useWaitingWords(task.waiting_reason);
  const ways = useWaitingWays(task);
  const action = ways.length > 0 && (
    <div className="sy-banner-actions">
      {ways.map(({ text, to }) => (
        <Button key={text} onClick={() => void navigate(to)}>
          {text}
        </Button>
      ))}
    </div>
  );
  return (
    <Banner tone="grey" icon={<ClockCircleOutlined aria-hidden />} title={title} action={action}>
      <p>
        {next} <Before task={task} />
      </p>
    </Banner>
  );
}

/** How many tasks of the project, or of its workspace, wait before this one; the older go first. */
function Before({ task: { project_id: projectId, id } }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const { data: { before = 0 } = {} } = useGetTaskQueuePlaceQuery({ projectId, taskId: id });
  return before > 0 && t('waiting.before', { count: before });
}

/** Its tool was asked to stop and may take minutes. */
function StoppingBanner({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const words = endWords(task, t);
  return (
    <Banner tone="grey" icon={<ClockCircleOutlined aria-hidden />} title={t('log.stoppingTitle')}>
      {words && <p>{words}</p>}
      <p>{t('log.stoppingText')}</p>
    </Banner>
  );
}

/** Ends that need a word when there is one. */
const EXPLAINED: readonly TaskStatus[] = ['rejected', 'canceled', 'stopped'];

function EndedBanner({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const { status, decided_by: decider, stopped_by: stopper } = task;
  const given = status === 'rejected' ? task.decision_reason : task.stop_reason;
  const words = endWords(task, t);
  const who =
    status === 'rejected'
      ? t('log.plan.rejectedBy', { name: withVisibleControls(decider ?? '–') })
      : status === 'stopped' && stopper !== null && t('log.stoppedBy', { name: withVisibleControls(stopper) });
  const title = who || words;
  return title ? (
    <Banner tone={status === 'rejected' ? 'volcano' : 'grey'} icon={<MinusCircleOutlined aria-hidden />} title={title}>
      {given !== null && <p className="sy-given-reason">{withVisibleControls(given)}</p>}
      {status === 'rejected' ? <p>{t('log.plan.nothingApplied')}</p> : who && words && <p>{words}</p>}
    </Banner>
  ) : null;
}

/** Advice about an apply that was stopped or cut off. */
function ApplyBanner({ task, stages }: Pick<TaskLogBannerProps, 'task' | 'stages'>) {
  const { t } = useTranslation();
  const how = unfinishedApply(task, stages);
  return how === null ? null : (
    <Banner tone="grey" icon={<InfoCircleOutlined aria-hidden />} title={t(`log.apply.${how}`)}>
      <p>{t(`log.apply.${how}Next`)}</p>
    </Banner>
  );
}

/** Facts that became known after the end. */
function Notes({ task: { notes } }: Pick<TaskLogBannerProps, 'task'>) {
  const { t } = useTranslation();
  return notes.map((note) => (
    <Banner
      key={note.time + note.code}
      tone="grey"
      icon={<InfoCircleOutlined aria-hidden />}
      title={problemWords(note, t)}
    >
      <Moment value={note.time} />
    </Banner>
  ));
}

/** Pending decision, reason of a wait, of a slow stop or of a failure with the way to the lines, and facts that became known later. */
export function TaskLogBanner(props: TaskLogBannerProps) {
  return (
    <>
      <StatusBanner {...props} />
      <ApplyBanner {...props} />
      <Notes task={props.task} />
    </>
  );
}

function StatusBanner(props: TaskLogBannerProps) {
  const { status, waiting_reason: reason } = props.task;
  if (status === 'error') {
    return <FailedBanner {...props} />;
  }
  if (status === 'waiting_confirmation') {
    return <DecisionBanner {...props} />;
  }
  if (status === 'stopping') {
    return <StoppingBanner task={props.task} />;
  }
  if (EXPLAINED.includes(status)) {
    return <EndedBanner task={props.task} />;
  }
  if (isReviewable(props.task)) {
    return <ReviewBanner {...props} />;
  }
  return isAssignable(status) && reason !== null ? <WaitingBanner task={props.task} /> : null;
}
