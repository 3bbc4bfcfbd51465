import { appFamily, isFinal, isPlanned, type LogFailure, type TaskWithTemplate } from '@switchyard/contracts';
import { Tabs } from 'antd';
import { Suspense, useEffect, useMemo, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  formatTarget,
  type LogDownload,
  LogViewer,
  type LogTarget,
  type LogViewChoice,
  type LogViewerHandle,
  parseTarget,
} from '../../components/log-viewer/index.js';
import { LoadingRows } from '../../components/data-table/loading-rows.js';
import { late } from '../../components/feedback/late.js';
import { useGetInfoQuery } from '../../api/system-api.js';
import { usePrefetchTask } from '../../api/tasks-api.js';
import { readSetting, writeSetting } from '../../lib/local-setting.js';
import { OWN_ZONE } from '../../lib/own-zone.js';
import { logFileName } from './log-file-name.js';
import { ansibleHeadings } from './error-patterns.js';
import { createLogSource } from './log-source.js';
import { useShareLog } from './sharing/use-share-log.js';
import { planRequest } from './plan/plan-request.js';
import { TaskActions } from './task-actions.js';
import { logOutcome, phaseSpans, type TimelineStage } from './stage-statuses.js';
import { useLogLabels } from './use-log-labels.js';
import { useFileLinks } from './use-forge.js';
import { ownAddress } from '../../lib/own-address.js';

const loadPlan = () => import('./plan/task-plan.js');
const TaskPlan = late(async () => (await loadPlan()).TaskPlan);
const TaskDetails = late(async () => (await import('./details/task-details.js')).TaskDetails);
const TaskSummary = late(async () => (await import('./task-summary.js')).TaskSummary);

export type TaskTab = 'log' | 'plan' | 'details' | 'summary';

const setting = 'log.view';
const none: readonly never[] = [];

interface TaskLogBodyProps {
  task: TaskWithTemplate;
  /** Numbers of lines that explain the failure of the task, from 1; the log opens at the first. Null while they are searched. */
  errorLines: readonly number[] | null;
  stages: readonly TimelineStage[];
  tab: TaskTab;
  onTab: (tab: TaskTab) => void;
  /** Lines in which hosts failed. */
  failures: readonly LogFailure[];
  onFailures: (failures: readonly LogFailure[]) => void;
  /** A phase has begun. */
  onSection: () => void;
  onLine: (line: number) => void;
  onHost: (host: string) => void;
  ref: Ref<LogViewerHandle>;
}

/**
 * The tabs of the dialog, with the log's tools beside them. The plan opens once it is made, the summary once the task
 * has ended.
 */
export function TaskLogBody(props: TaskLogBodyProps) {
  const { task, errorLines, tab } = props;
  const { t } = useTranslation();
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const [opened, setOpened] = useState(false);
  const shown = opened || errorLines !== null;
  if (shown && !opened) {
    setOpened(true);
  }
  const ended = isFinal(task.status);
  const hasPlan = isPlanned(task.tpl_app) && isPlanMade(task);
  usePlanAhead(task, hasPlan);
  const items = [
    { key: 'log', label: t('log.tabs.log') },
    ...(isPlanned(task.tpl_app) ? [{ key: 'plan', label: t('log.tabs.plan'), disabled: !hasPlan }] : []),
    { key: 'details', label: t('log.tabs.details') },
    { key: 'summary', label: t('log.tabs.summary'), disabled: !ended },
  ];
  return (
    <>
      <div className="sy-tasklog-tabs">
        <Tabs activeKey={tab} onChange={(key) => props.onTab(key as TaskTab)} items={items} />
        <div ref={setTools} hidden={tab !== 'log'} />
      </div>
      <div className="sy-tasklog-lines" hidden={tab !== 'log'}>
        {shown && <TaskLines {...props} tools={tools} errorLines={errorLines ?? none} />}
      </div>
      <Suspense fallback={<LoadingRows />}>
        {tab === 'plan' && <TaskPlan task={task} />}
        {tab === 'details' && <TaskDetails task={task} />}
        {tab === 'summary' && (
          <TaskSummary task={task} failures={props.failures} onLine={props.onLine} onHost={props.onHost} />
        )}
      </Suspense>
    </>
  );
}

/** Loads the plan and what shows it before somebody opens its tab. */
function usePlanAhead(task: TaskWithTemplate, hasPlan: boolean): void {
  const prefetch = usePrefetchTask('getTaskPlan');
  const { projectId, taskId, attributes } = planRequest(task);
  const isRead = hasPlan && task.plan_summary !== null;
  useEffect(() => {
    if (hasPlan) {
      loadPlan().catch(() => undefined);
    }
    if (isRead) {
      prefetch({ projectId, taskId, attributes });
    }
  }, [hasPlan, isRead, prefetch, projectId, taskId, attributes]);
}

const isPlanMade = ({ status, plan_summary: summary }: TaskWithTemplate): boolean =>
  summary !== null || status === 'waiting_confirmation' || isFinal(status);

interface TaskLinesProps extends TaskLogBodyProps {
  tools: HTMLElement | null;
  errorLines: readonly number[];
}

function TaskLines({ task, tools, errorLines, stages, onSection, onFailures, ref }: TaskLinesProps) {
  const [attempt, setAttempt] = useState(0);
  const labels = useLogLabels();
  const { target, show, linkOf } = useLineLink();
  const [view, setView] = useState(readView);
  const { id, project_id: projectId } = task;
  const source = useMemo(() => {
    const onNewAttempt = (): void => setAttempt((n) => n + 1);
    return { attempt, ...createLogSource({ projectId, taskId: id, onNewAttempt, onSection }) };
  }, [projectId, id, attempt, onSection]);
  const spans = useMemo(() => phaseSpans(stages), [stages]);
  const linksIn = useFileLinks(task);
  const zones = useZones();
  const share = useShareLog(task);
  const remember = (choice: LogViewChoice): void => {
    setView(choice);
    writeSetting(setting, JSON.stringify(choice));
  };
  return (
    <>
      <LogViewer
        key={attempt}
        ref={ref}
        source={source}
        live={!isFinal(task.status)}
        outcome={logOutcome(stages, task.status)}
        phaseSpans={spans}
        labels={labels}
        startedAt={task.start ? Date.parse(task.start) : undefined}
        finishedAt={task.end ? Date.parse(task.end) : undefined}
        target={target}
        onTargetChange={show}
        linkOf={linkOf}
        openAt={errorLines[0]}
        errorLines={errorLines}
        headings={appFamily(task.tpl_app) === 'ansible' ? ansibleHeadings : undefined}
        linksIn={linksIn}
        onFailures={onFailures}
        narrowActions={<TaskActions task={task} />}
        view={view}
        zones={zones}
        onViewChange={remember}
        download={isFinal(task.status) ? downloadOf(task) : undefined}
        action={share.action}
        toolbarHost={tools}
        autoFocus
      />
      {share.dialog}
    </>
  );
}

/** UTC and the zone that schedules are planned in, unless they are the reader's own. */
function useZones(): string[] {
  const { data: info } = useGetInfoQuery();
  const zone = info?.schedule_timezone ?? 'UTC';
  return useMemo(() => [...new Set(['UTC', zone])].filter((name) => name !== OWN_ZONE), [zone]);
}

/** Lines named by the address (`#L120-L140`), and the way to name others. */
function useLineLink(): {
  target: LogTarget | undefined;
  show: (target: LogTarget) => void;
  linkOf: (target: LogTarget) => string;
} {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const target = useMemo(() => parseTarget(hash), [hash]);
  return {
    target,
    show: (next) => void navigate({ search, hash: formatTarget(next) }, { replace: true }),
    linkOf: (next) => new URL(formatTarget(next), window.location.href).href,
  };
}

/** The raw log, in a file named after template, task and launch. */
function downloadOf({ project_id: projectId, id, tpl_alias: template, created }: TaskWithTemplate): LogDownload {
  const href = ownAddress(`/api/project/${projectId}/tasks/${id}/raw_output`);
  const name = logFileName(template, id, created);
  const address = new URL(href, window.location.href).href;
  return {
    href,
    name,
    colouredHref: `${href}?colours=true`,
    colouredName: name.replace(/log$/, 'ansi'),
    command: `curl -fsS -H "Authorization: Bearer $SWITCHYARD_TOKEN" '${address}'`,
  };
}

function readView(): LogViewChoice | undefined {
  try {
    const stored: unknown = JSON.parse(readSetting(setting) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as LogViewChoice) : undefined;
  } catch {
    return undefined;
  }
}
