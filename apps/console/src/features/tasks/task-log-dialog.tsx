import { type TaskWithTemplate, withVisibleControls } from '@switchyard/contracts';
import { Modal } from 'antd';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useGetTaskQuery } from '../../api/tasks-api.js';
import { LoadFailure } from '../../components/feedback/load-failure.js';
import type { LogViewerHandle } from '../../components/log-viewer/index.js';
import { readSetting, writeSetting } from '../../lib/local-setting.js';
import { useIsPhone } from '../../lib/use-media-query.js';
import '../../styles/dialog.css';
import { TaskLogBanner } from './task-log-banner.js';
import { TaskLogBody } from './task-log-body.js';
import { TaskLogHeader } from './task-log-header.js';
import './task-log.css';
import { useErrorLines } from './use-error-lines.js';

interface TaskLogDialogProps {
  projectId: number;
  taskId: number;
  onClosed: () => void;
}

const setting = 'fullscreen.task-log';

/** The log of a task over any page: header, what needs to be known, lines. */
export function TaskLogDialog({ projectId, taskId, onClosed }: TaskLogDialogProps) {
  const { t } = useTranslation();
  const phone = useIsPhone();
  const [open, setOpen] = useState(true);
  const [wanted, setWanted] = useState(() => readSetting(setting) === 'true');
  const { data: task, error, refetch } = useGetTaskQuery({ projectId, taskId }, { refetchOnMountOrArgChange: true });
  const full = phone || wanted;
  const close = (): void => setOpen(false);
  const setFull = (next: boolean): void => {
    setWanted(next);
    writeSetting(setting, String(next));
  };
  return (
    <Modal
      open={open}
      width={full ? '100vw' : 1000}
      style={{ top: full ? 0 : 32 }}
      className={`sy-dialog sy-tasklog${full ? ' sy-dialog-full' : ''}`}
      title={task ? `${withVisibleControls(task.tpl_alias)} #${task.id}` : t('log.title')}
      footer={null}
      closable={false}
      mask={{ closable: true }}
      onCancel={close}
      afterClose={onClosed}
      destroyOnHidden
    >
      {error && <LoadFailure error={error} onRetry={() => void refetch()} />}
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
  const errorLines = useErrorLines(task);
  return (
    <>
      <TaskLogHeader task={task} full={full} onFull={onFull} onClose={onClose} />
      <TaskLogBanner task={task} errorLines={errorLines ?? []} onLine={(line) => viewer.current?.showLine(line)} />
      <TaskLogBody ref={viewer} task={task} errorLines={errorLines} />
    </>
  );
}
