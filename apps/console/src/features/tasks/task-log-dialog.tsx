import '../../styles/dialog.css';
import './task-log.css';
import { CloseOutlined } from '@ant-design/icons';
import { type LogFailure, type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { Modal } from 'antd';
import { useRef, useState, useCallback, useMemo } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useGetTaskQuery, useListTaskStagesQuery } from '../../api/tasks-api.js';
import { isMissing } from '../../api/api-error.js';
import { IconButton } from '../../components/actions/icon-button.js';
import { LostBar } from '../../components/feedback/lost-bar.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import type { LogViewerHandle } from '../../components/log-viewer/index.js';
import { useDialogEscape } from '../../lib/use-dialog-escape.js';
import { useFullScreen } from '../../lib/use-full-screen.js';
import { useIsPhone } from '../../lib/use-media-query.js';
import { useReturnFocus } from '../../lib/use-return-focus.js';
import { TaskLogBanner } from './task-log-banner.js';
import { TaskLogBody, type TaskTab } from './task-log-body.js';
import { TaskLogHeader } from './task-log-header.js';
import { useErrorLines } from './use-error-lines.js';
import { timelineOf, type TimelineStage } from './stage-statuses.js';

interface TaskLogDialogProps {
  projectId: number;
  taskId: number;
  onClosed: () => void;
}

/** The log of a task over any page: header, what needs to be known, lines. */
export function TaskLogDialog({ projectId, taskId, onClosed }: TaskLogDialogProps) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const [open, setOpen] = useState(true);
  const [wanted, setFull] = useFullScreen('task-log');
  const { data: task, error, refetch } = useGetTaskQuery({ projectId, taskId }, { refetchOnMountOrArgChange: true });
  const full = phone || wanted;
  const close = (): void => setOpen(false);
  const escape = useDialogEscape(open, close);
  const giveFocusBack = useReturnFocus(open);
  const closed = (): void => {
    giveFocusBack();
    onClosed();
  };
  return (
    <Modal
      {...escape}
      open={open}
      width={full ? '100vw' : 1000}
      style={{ top: full ? 0 : 32 }}
      className={`sy-dialog sy-tasklog${full ? ' sy-dialog-full' : ''}`}
      title={task ? `${withVisibleControls(task.tpl_alias)} #${task.id}` : t('log.title')}
      footer={null}
      closable={false}
      mask={{ closable: true }}
      onCancel={close}
      afterClose={closed}
      focusable={{ focusTriggerAfterClose: false }}
      destroyOnHidden
    >
      {error && !task && <NoTask taskId={taskId} error={error} onRetry={() => void refetch()} onClose={close} />}
      {task && <TaskLog task={task} full={wanted} onFull={phone ? null : setFull} onClose={close} />}
    </Modal>
  );
}

interface TaskLogProps {
  task: TaskWithTemplate;
  full: boolean;
  onFull: ((full: boolean) => void) | null;
  onClose: () => void;
}

function TaskLog({ task, full, onFull, onClose }: TaskLogProps) {
  const viewer = useRef<LogViewerHandle>(null);
  const [tab, setTab] = useState<TaskTab>('log');
  const errorLines = useErrorLines(task);
  const { stages, refresh } = useTimeline(task);
  const [failures, setFailures] = useState<readonly LogFailure[]>([]);
  const showLine = (line: number): void => {
    flushSync(() => setTab('log'));
    viewer.current?.showLine(line);
  };
  const showHost = (host: string): void => {
    flushSync(() => setTab('log'));
    viewer.current?.showMatches(`[${host}`);
  };
  return (
    <div className="sy-tasklog-frame" data-tab={tab}>
      <TaskLogHeader task={task} stages={stages} full={full} onFull={onFull} onLine={showLine} onClose={onClose} />
      <LostBar />
      <TaskLogBanner
        task={task}
        errorLines={errorLines ?? []}
        failures={failures}
        stages={stages}
        onLine={showLine}
        onPlan={() => setTab('plan')}
        onDetails={() => setTab('details')}
      />
      <TaskLogBody
        ref={viewer}
        task={task}
        errorLines={errorLines}
        stages={stages}
        tab={tab}
        onTab={setTab}
        failures={failures}
        onFailures={setFailures}
        onSection={refresh}
        onLine={showLine}
        onHost={showHost}
      />
    </div>
  );
}

interface NoTaskProps {
  taskId: number;
  error: unknown;
  onRetry: () => void;
  onClose: () => void;
}

/** In the place of a task that does not exist, or could not be loaded. */
function NoTask({ taskId, error, onRetry, onClose }: NoTaskProps) {
  const { t } = useTranslation();
  return (
    <div className="sy-tasklog-none">
      <div className="sy-tasklog-top">
        <h2>{t('log.title')}</h2>
        <code className="sy-text3">#{taskId}</code>
        <span className="sy-grow" />
        <IconButton label={t('common.close')} icon={<CloseOutlined aria-hidden />} onClick={onClose} />
      </div>
      {isMissing(error) ? <p>{t('log.missing')}</p> : <LoadFailure error={error} onRetry={onRetry} />}
    </div>
  );
}

interface Timeline {
  stages: readonly TimelineStage[];
  /** Fetches them again, for instance when a phase begins. */
  refresh: () => void;
}

/** The phases of the task on screen. */
function useTimeline({ project_id: projectId, id: taskId, status }: TaskWithTemplate): Timeline {
  const { data, refetch } = useListTaskStagesQuery({ projectId, taskId }, { refetchOnMountOrArgChange: true });
  const stages = useMemo(() => timelineOf(data ?? [], status), [data, status]);
  const refresh = useCallback(() => void refetch(), [refetch]);
  return { stages, refresh };
}
