import type { History, Violation } from '../history/history.js';

/** Promise 4: a task that was accepted is never lost. That it also ends is promise 2. */
export function checkAcceptance({ accepted, tasks, events }: History): Violation[] {
  const stored = new Set(tasks.map(({ id }) => id));
  const created = new Set(events.filter(({ kind }) => kind === 'created').map(({ taskId }) => taskId));
  const lost = [...accepted].filter((id) => !stored.has(id));
  const untold = tasks.filter(({ id }) => !created.has(id));
  return [
    ...lost.map((id) => ({ promise: 4, taskId: id, text: `task ${id} was accepted and is not stored` })),
    ...untold.map(({ id }) => ({ promise: 4, taskId: id, text: `task ${id} has no beginning in the history` })),
  ];
}
