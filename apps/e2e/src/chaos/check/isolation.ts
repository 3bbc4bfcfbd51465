import type { History, HistoryTask, Violation } from '../history/history.js';

/** How the reasons begin that a task ends with when its own rows are to blame. */
const OWN_FAULT =
  /cannot be opened|cannot store|nested too deeply|cannot be (made|sealed|stored|masked)|cannot be given to a runner/;

/**
 * Promise 11: one bad job never touches the others. A task that can never be given to a runner ends as `error` with its
 * own reason and runs nowhere; no other task ends with such a reason.
 */
export function checkIsolation(history: History): Violation[] {
  const started = new Set([
    ...history.runs.map(({ taskId }) => taskId),
    ...history.events.filter(({ to }) => to === 'running').map(({ taskId }) => taskId),
  ]);
  return history.tasks.flatMap((task) => {
    const reason = history.poisoned.get(task.templateId);
    const fault = reason === undefined ? strayFault(task) : poisonFault(task, reason, started.has(task.id));
    return fault === null ? [] : [{ promise: 11, taskId: task.id, text: `task ${task.id} ${fault}` }];
  });
}

const strayFault = ({ endReason }: HistoryTask): string | null =>
  endReason !== null && OWN_FAULT.test(endReason) ? `is sound, but ended with "${endReason}"` : null;

function poisonFault({ status, endReason }: HistoryTask, reason: string, ran: boolean): string | null {
  if (ran) {
    return 'can never be given to a runner, but ran';
  }
  return status === 'error' && endReason === reason
    ? null
    : `is ${status} with "${endReason}", expected an error with "${reason}"`;
}
