import type { NodeStatus, WorkflowRunStatus } from '@switchyard/contracts';
import { useTranslation } from 'react-i18next';
import { StatusIcon } from './status-icon.js';
import type { StatusShape } from './task-status.js';
import type { Tone } from '../../theme/palette.js';

/** `delayed` = a node that waits for time to pass; `met` = a condition that is true. */
type Status = NodeStatus | WorkflowRunStatus | 'delayed' | 'met';

const looks: Readonly<Record<Status, { tone: Tone; shape: StatusShape }>> = {
  queued: { tone: 'gold', shape: 'clock' },
  pending: { tone: 'grey', shape: 'clock' },
  running: { tone: 'blue', shape: 'spinner' },
  waiting: { tone: 'gold', shape: 'pause' },
  delayed: { tone: 'blue', shape: 'clock' },
  stopping: { tone: 'orange', shape: 'spinner' },
  success: { tone: 'green', shape: 'tick' },
  met: { tone: 'green', shape: 'tick' },
  unmet: { tone: 'grey', shape: 'tick' },
  failed: { tone: 'red', shape: 'cross' },
  skipped: { tone: 'grey', shape: 'minus' },
  stopped: { tone: 'grey', shape: 'square' },
};

/** Icon and word of the status of a run, or of a node of one. */
export function RunStatus({ status, look = 'plain' }: { status: Status; look?: 'plain' | 'pill' }) {
  const { t } = useTranslation();
  const { tone, shape } = looks[status];
  return (
    <span className={look === 'pill' ? 'sy-pill' : 'sy-status'} data-tone={tone} data-status={status}>
      <StatusIcon shape={shape} />
      <span>{t(`workflow.statuses.${status}`)}</span>
    </span>
  );
}
