import type { TaskStatus } from '@switchyard/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusIcon } from './status-icon.js';
import { statusLook } from './task-status.js';

interface StatusLabelProps {
  status: TaskStatus;
  /** `pill` stands in the header of the task log, `plain` everywhere else. */
  look?: 'plain' | 'pill';
  /** A live figure after the word, for instance the running time. */
  note?: ReactNode;
}

/** Icon and word of a task status, the same everywhere. */
export function StatusLabel({ status, look = 'plain', note }: StatusLabelProps) {
  const { t } = useTranslation();
  const { tone, shape } = statusLook(status);
  return (
    <span className={look === 'pill' ? 'sy-pill' : 'sy-status'} data-tone={tone} data-status={status}>
      <StatusIcon shape={shape} />
      <span>{t(`status.${status}`)}</span>
      {note !== undefined && <span className="sy-status-note">{note}</span>}
    </span>
  );
}
