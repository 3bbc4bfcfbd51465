import { type Problem, problem, type TaskStatus } from '@switchyard/contracts';

/** Most attempts of a task whose lease may expire before they report `running`. */
export const MAX_EXPIRED_STARTS = 5;

const RUNNER_LOST = problem('runner_lost');

/** Decision about a task when the lease of its attempt has expired. */
export type ExpiryDecision =
  | { again: true; to: 'waiting' | 'confirmed' }
  | { again: false; to: 'stopped' | 'error'; reason: Problem };

/**
 * A tool that may have run is never run a second time by itself: only a task that had not begun goes back to the queue.
 * @param expiredStarts attempts of the task whose lease has expired, with this one
 * @param confirmed its plan was confirmed, so that it goes back to wait for the apply
 */
export function decideExpiry(status: TaskStatus, expiredStarts: number, confirmed = false): ExpiryDecision {
  if (status === 'stopping') {
    return { again: false, to: 'stopped', reason: RUNNER_LOST };
  }
  if (status !== 'starting') {
    return { again: false, to: 'error', reason: RUNNER_LOST };
  }
  return expiredStarts < MAX_EXPIRED_STARTS
    ? { again: true, to: confirmed ? 'confirmed' : 'waiting' }
    : { again: false, to: 'error', reason: problem('runner_lost_often', { count: expiredStarts }) };
}
