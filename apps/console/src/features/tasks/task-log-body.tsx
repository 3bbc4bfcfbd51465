import { isFinal, type TaskStatus, type TaskWithTemplate } from '@switchyard/contracts';
import { Tabs } from 'antd';
import { useMemo, useState, type Ref } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router-dom';
import {
  formatTarget,
  LogViewer,
  type LogOutcome,
  type LogTarget,
  type LogViewChoice,
  type LogViewerHandle,
  parseTarget,
} from '../../components/log-viewer/index.js';
import { readSetting, writeSetting } from '../../lib/local-setting.js';
import { ansibleHeadings } from './ansible-lines.js';
import { createLogSource } from './log-source.js';
import { TaskActions } from './task-actions.js';
import { TaskDetails } from './task-details.js';
import { TaskSummary } from './task-summary.js';
import { useLogLabels } from './use-log-labels.js';

const outcomes: Readonly<Partial<Record<TaskStatus, LogOutcome>>> = {
  waiting: 'waiting',
  waiting_confirmation: 'success',
  confirmed: 'success',
  success: 'success',
  error: 'failed',
  rejected: 'stopped',
  stopped: 'stopped',
  canceled: 'stopped',
};

const setting = 'log.view';

interface TaskLogBodyProps {
  task: TaskWithTemplate;
  /** Numbers of lines that explain the failure of the task, from 1; the log opens at the first. Null while they are searched. */
  errorLines: readonly number[] | null;
  ref: Ref<LogViewerHandle>;
}

/** The tabs of the dialog, with the log's tools beside them. Details and summary open once the task has ended. */
export function TaskLogBody({ task, errorLines, ref }: TaskLogBodyProps) {
  const { t } = useTranslation();
  const [tab, setTab] = useState('log');
  const [tools, setTools] = useState<HTMLElement | null>(null);
  const ended = isFinal(task.status);
  const items = [
    { key: 'log', label: t('log.tabs.log') },
    { key: 'details', label: t('log.tabs.details'), disabled: !ended },
    { key: 'summary', label: t('log.tabs.summary'), disabled: !ended },
  ];
  return (
    <>
      <div className="sy-tasklog-tabs">
        <Tabs activeKey={tab} onChange={setTab} items={items} />
        <div ref={setTools} hidden={tab !== 'log'} />
      </div>
      <div className="sy-tasklog-lines" hidden={tab !== 'log'}>
        {errorLines !== null && <TaskLines ref={ref} task={task} tools={tools} errorLines={errorLines} />}
      </div>
      {tab === 'details' && <TaskDetails task={task} />}
      {tab === 'summary' && <TaskSummary task={task} />}
    </>
  );
}

interface TaskLinesProps {
  task: TaskWithTemplate;
  tools: HTMLElement | null;
  errorLines: readonly number[];
  ref: Ref<LogViewerHandle>;
}

function TaskLines({ task, tools, errorLines, ref }: TaskLinesProps) {
  const [attempt, setAttempt] = useState(0);
  const labels = useLogLabels();
  const { target, show, linkOf } = useLineLink();
  const [view, setView] = useState(readView);
  const { id, project_id: projectId } = task;
  const source = useMemo(
    () => ({ attempt, ...createLogSource({ projectId, taskId: id, onNewAttempt: () => setAttempt((n) => n + 1) }) }),
    [projectId, id, attempt],
  );
  const remember = (choice: LogViewChoice): void => {
    setView(choice);
    writeSetting(setting, JSON.stringify(choice));
  };
  return (
    <LogViewer
      key={attempt}
      ref={ref}
      source={source}
      live={!isFinal(task.status)}
      outcome={outcomes[task.status] ?? 'running'}
      labels={labels}
      startedAt={task.start ? Date.parse(task.start) : undefined}
      finishedAt={task.end ? Date.parse(task.end) : undefined}
      target={target}
      onTargetChange={show}
      linkOf={linkOf}
      openAt={errorLines[0]}
      errorLines={errorLines}
      headings={ansibleHeadings}
      narrowActions={<TaskActions task={task} />}
      view={view}
      onViewChange={remember}
      downloadHref={isFinal(task.status) ? `/api/project/${projectId}/tasks/${id}/raw_output` : undefined}
      toolbarHost={tools}
      autoFocus
    />
  );
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

function readView(): LogViewChoice | undefined {
  try {
    const stored: unknown = JSON.parse(readSetting(setting) ?? 'null');
    return typeof stored === 'object' && stored !== null ? (stored as LogViewChoice) : undefined;
  } catch {
    return undefined;
  }
}
