import { ClockCircleOutlined } from '@ant-design/icons';
import type { TaskWithTemplate } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PopupNote } from '../actions/popup-note.js';
import { StatusLabel } from './status-label.js';
import { TaskLink } from './task-link.js';
import { useWaitingWays } from './use-waiting-ways.js';
import { useWaitingWords } from './use-waiting-words.js';

/** Status of a task that waits, over why it does and what will happen. */
function Waiting({ task }: { task: TaskWithTemplate }) {
  const { t } = useTranslation();
  const { title, next } = useWaitingWords(task.waiting_reason);
  const ways = useWaitingWays(task);
  return (
    <PopupNote title={title} label={<StatusLabel status={task.status} />}>
      {(leave) => (
        <div className="sy-reason">
          <ClockCircleOutlined aria-hidden />
          <div>
            <b>{title}</b>
            <p>{next}</p>
            {ways.map(({ text, to }) => (
              <Link key={text} to={to}>
                {text}
              </Link>
            ))}
            <TaskLink taskId={task.id} className="" onFollow={leave}>
              {t('task.showLog')}
            </TaskLink>
          </div>
        </div>
      )}
    </PopupNote>
  );
}

/** Status of a task; while it waits, hover or focus shows why and what will happen. */
export function TaskStatusCell({ task, note }: { task: TaskWithTemplate; note?: ReactNode }) {
  if (task.status !== 'waiting') {
    return <StatusLabel status={task.status} note={note} />;
  }
  return (
    <span className="sy-status">
      <Waiting task={task} />
      {note !== undefined && <span className="sy-status-note">{note}</span>}
    </span>
  );
}
