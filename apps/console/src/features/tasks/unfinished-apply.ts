import type { TaskNote, TaskWithTemplate } from '@switchyard/contracts';
import type { TimelineStage } from './stage-statuses.js';

type Ended = Pick<TaskWithTemplate, 'status' | 'exit_code' | 'end_problem' | 'notes'>;

/** Ends before which the tool is asked to stop. */
const ASKED: readonly (string | undefined)[] = ['task_time_limit', 'runner_shut_down'];
/** Notes from which it is clear how the apply ended. */
const KNOWN: readonly TaskNote['code'][] = [
  'lost_attempt_goes_on',
  'lost_attempt_saved',
  'lost_attempt_succeeded',
  'lost_attempt_failed',
];

/**
 * State of an apply that did not come to its end: its tool was asked and could write down what it had made, it was cut off, or it
 * may still be at work. `null` = there is nothing to do about it.
 */
export function unfinishedApply(
  { status, exit_code: code, end_problem: reason, notes }: Ended,
  stages: readonly Pick<TimelineStage, 'type'>[],
): 'stopped' | 'cut' | 'unknown' | null {
  const isApply = stages.findLast(({ type }) => type !== 'cleanup')?.type === 'apply';
  const isEnded = status === 'stopped' || status === 'error';
  if (!isApply || !isEnded || notes.some((note) => KNOWN.includes(note.code))) {
    return null;
  }
  if (code !== null) {
    return status === 'stopped' || ASKED.includes(reason?.code) ? 'stopped' : null;
  }
  return reason?.code === 'runner_lost' && notes.length === 0 ? 'unknown' : 'cut';
}
