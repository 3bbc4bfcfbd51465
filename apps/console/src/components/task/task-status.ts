import { TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';
import type { Tone } from '../../theme/palette.js';

/** Shape that stands beside the word; status is never shown by colour alone. */
export type StatusShape = 'clock' | 'spinner' | 'pause' | 'check' | 'stop' | 'square' | 'tick' | 'cross' | 'minus';

interface StatusLook {
  tone: Tone;
  shape: StatusShape;
}

const looks: Readonly<Record<TaskStatus, StatusLook>> = {
  waiting: { tone: 'grey', shape: 'clock' },
  starting: { tone: 'blue', shape: 'spinner' },
  running: { tone: 'blue', shape: 'spinner' },
  waiting_confirmation: { tone: 'gold', shape: 'pause' },
  confirmed: { tone: 'blue', shape: 'check' },
  rejected: { tone: 'volcano', shape: 'stop' },
  stopping: { tone: 'orange', shape: 'spinner' },
  stopped: { tone: 'grey', shape: 'square' },
  success: { tone: 'green', shape: 'tick' },
  error: { tone: 'red', shape: 'cross' },
  canceled: { tone: 'grey', shape: 'minus' },
};

/** Look of a status. A status that the console does not know is an error. */
export function statusLook(status: TaskStatus): StatusLook {
  if (!TASK_STATUSES.includes(status)) {
    throw new Error(`Unknown task status: ${String(status)}`);
  }
  return looks[status];
}
