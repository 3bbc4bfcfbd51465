import type { TaskStatus } from '@switchyard/contracts';

/** Most attempts of a task that may be lost before they said `running`. */
export const MAX_LOST_STARTS = 5;

const RUNNER_LOST = 'runner lost';

/** What becomes of a task whose runner was lost. */
export type LostRunnerDecision =
  { again: true; to: 'waiting' | 'confirmed' } | { again: false; to: 'stopped' | 'error'; reason: string | null };

/**
 * A tool that may have run is never run a second time by itself: only a task that had not begun goes back to the queue.
 * @param lostStarts attempts of the task lost so far, with this one
 * @param confirmed its plan was confirmed, so that it goes back to wait for the apply
 */
export function decideLostRunner(status: TaskStatus, lostStarts: number, confirmed = false): LostRunnerDecision {
  if (status === 'stopping') {
    return { again: false, to: 'stopped', reason: RUNNER_LOST };
  }
  if (status !== 'starting') {
    return { again: false, to: 'error', reason: RUNNER_LOST };
  }
  return lostStarts < MAX_LOST_STARTS
    ? { again: true, to: confirmed ? 'confirmed' : 'waiting' }
    : { again: false, to: 'error', reason: `${RUNNER_LOST} ${lostStarts} times before the task began` };
}
