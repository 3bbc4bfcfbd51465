import { ClockCircleOutlined } from '@ant-design/icons';
import type { TaskWithTemplate } from '@switchyard/contracts';
import { Popover } from 'antd';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { StatusLabel } from './status-label.js';
import { TaskLink } from './task-link.js';
import { useRunnersPath } from '../page/use-runners-path.js';
import { useWaitingWords } from './use-waiting-words.js';

function Reason({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const { title, next } = useWaitingWords(task.waiting_reason);
  const runners = useRunnersPath(task);
  return (
    <div className="sy-reason">
      <ClockCircleOutlined aria-hidden />
      <div>
        <b>{title}</b>
        <p>{next}</p>
        {runners !== null && (
          <Link to={runners} onClick={(event) => event.stopPropagation()}>
            {t('waiting.openRunners')}
          </Link>
        )}
        <TaskLink taskId={task.id} className="">
          {t('task.showLog')}
        </TaskLink>
      </div>
    </div>
  );
}

/** Status of a task; while it waits, hover or focus shows why and what will happen. */
export function TaskStatusCell({ task, note }: { task: TaskWithTemplate; note?: ReactNode }) {
  const label = <StatusLabel status={task.status} note={note} />;
  if (task.status !== 'waiting') {
    return label;
  }
  return (
    <Popover content={<Reason task={task} />} trigger={['hover', 'focus']} placement="bottomLeft" arrow={false}>
      <span tabIndex={0} onClick={(event) => event.stopPropagation()}>
        {label}
      </span>
    </Popover>
  );
}
