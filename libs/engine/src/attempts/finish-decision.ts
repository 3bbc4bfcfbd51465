import { mayMove, type FinishRequest, type TaskStatus } from '@switchyard/contracts';
import { IllegalTransitionError, LogIncompleteError, PlanMissingError } from '../errors.js';
import type { HeldAttemptState } from './held-attempt.js';

/** What a report of the end leads to. */
export type FinishDecision = { to: TaskStatus; reason: string | null } | 'repeated';

/**
 * Decides what the reported end means. A task that was ordered to stop ends as stopped, whatever the tool answered; a runner
 * that stopped unasked has failed.
 * @throws LogIncompleteError, IllegalTransitionError, PlanMissingError
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
  if (report.outcome === 'planned' && !state.plan_stored) {
    throw new PlanMissingError();
  }
  const to = report.outcome === 'planned' ? 'waiting_confirmation' : report.outcome;
  if (!mayMove(state.task_status, to)) {
    throw new IllegalTransitionError(state.task_status, to);
  }
  return { to, reason: to === 'error' ? report.reason : null };
}
