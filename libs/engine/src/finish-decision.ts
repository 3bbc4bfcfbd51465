import { mayMove, type FinishRequest, type TaskStatus } from '@switchyard/contracts';
import { IllegalTransitionError, LogIncompleteError } from './errors.js';
import type { HeldAttemptState } from './held-attempt.js';

/** What a report of the end leads to. */
export type FinishDecision = { to: TaskStatus; reason: string | null } | 'repeated';

/**
 * Decides what the reported end means. A task that was told to stop ends as stopped, whatever the tool said; a runner
 * that stopped unasked has failed.
 * @throws LogIncompleteError, IllegalTransitionError
 */
export function decideFinish(state: HeldAttemptState, report: FinishRequest): FinishDecision {
  if (state.attempt_status === 'ended') {
    return 'repeated';
  }
  if (state.next_line < report.lines) {
    throw new LogIncompleteError(state.next_line);
  }
  if (state.task_status === 'stopping') {
    return { to: 'stopped', reason: report.outcome === 'stopped' ? null : report.reason };
  }
  if (report.outcome === 'stopped') {
    return { to: 'error', reason: report.reason ?? 'the runner stopped it without being asked' };
  }
  if (!mayMove(state.task_status, report.outcome)) {
    throw new IllegalTransitionError(state.task_status, report.outcome);
  }
  return { to: report.outcome, reason: report.outcome === 'success' ? null : report.reason };
}
