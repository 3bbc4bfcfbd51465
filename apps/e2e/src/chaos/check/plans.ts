import type { History, Violation } from '../history/history.js';

/** Promise 9: nothing is applied that was not confirmed before. That the bytes are those of the plan the tools see. */
export function checkPlans({ runs, events }: History): Violation[] {
  const confirmed = new Map(
    events.filter(({ kind }) => kind === 'confirmed').map(({ taskId, at }) => [taskId, at.getTime()] as const),
  );
  return runs
    .filter(({ taskId, applied, began }) => applied !== null && !((confirmed.get(taskId) ?? Infinity) <= began))
    .map(({ taskId }) => ({ promise: 9, taskId, text: `task ${taskId} applied a plan that nobody had confirmed` }));
}
