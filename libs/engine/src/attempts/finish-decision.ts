import { mayMove, type FinishRequest, problem, type TaskStatus } from '@switchyard/contracts';
import { IllegalTransitionError, LogIncompleteError, PlanMissingError } from '../errors.js';
import { endReason, type EndReason } from '../life-cycle/end-reason.js';
import type { HeldAttemptFacts } from './held-attempt.js';

/** Decision about a report of the end. */
export type FinishDecision = { to: TaskStatus; end: EndReason | null } | 'repeated';

/**
 * Decides what the reported end means. A task that was ordered to stop ends as stopped, whatever the tool answered; a runner
 * that stopped unasked has failed.
 * @throws LogIncompleteError, IllegalTransitionError, PlanMissingError
 */
export function decideFinish(state: HeldAttemptFacts, report: FinishRequest): FinishDecision {
  if (state.attempt_status === 'ended') {
    return 'repeated';
  }
  if (state.next_line < report.lines) {
    throw new LogIncompleteError(state.next_line);
  }
  if (state.task_status === 'stopping') {
    return { to: 'stopped', end: report.outcome === 'stopped' ? null : reportedEnd(report) };
  }
  if (report.outcome === 'stopped') {
    return { to: 'error', end: reportedEnd(report) ?? endReason(problem('runner_stopped_unasked')) };
  }
  if (report.outcome === 'planned' && !state.plan_stored) {
    throw new PlanMissingError();
  }
  const to = report.outcome === 'planned' ? 'waiting_confirmation' : report.outcome;
  if (!mayMove(state.task_status, to)) {
    throw new IllegalTransitionError(state.task_status, to);
  }
  return { to, end: to === 'error' ? reportedEnd(report) : null };
}

/** Why it ended, as its runner reports. */
export const reportedEnd = ({ reason, problem: code }: FinishRequest): EndReason | null =>
  reason === null ? null : { reason, problem: code };
