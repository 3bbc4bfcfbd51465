import { groupBy } from '../group-by.js';
import type { History, Violation } from '../history/history.js';

/** Promise 6: a due time of a schedule makes one task at most, and no task of a schedule is without a due time. */
export function checkDueTimes({ tasks, dueTimes, commits }: History): Violation[] {
  const named = new Set(dueTimes.flatMap(({ taskId }) => taskId ?? []));
  const doubled = [...groupBy(dueTimes, ({ taskId }) => taskId).entries()].filter(
    ([taskId, times]) => taskId !== null && times.length > 1,
  );
  const without = tasks.filter(({ id, scheduleId }) => scheduleId !== null && !named.has(id));
  const started = dueTimes.filter(({ result, taskId }) => result === 'started' && taskId === null);
  return [
    ...doubled.map(([taskId]) => ({ promise: 6, taskId, text: `task ${taskId} stands for several due times` })),
    ...without.map(({ id }) => ({ promise: 6, taskId: id, text: `task ${id} of a schedule has no due time` })),
    ...started.map(({ scheduleId, due }) => ({
      promise: 6,
      taskId: null,
      text: `the task of schedule ${scheduleId} due for ${due.toISOString()} is lost`,
    })),
    ...missingTimes(dueTimes, commits.scheduleId),
  ];
}

const MINUTE_MS = 60_000;

/** Schedules of the suite run every minute, but for the checks: a due time lies on a minute, and comes once. */
function missingTimes(dueTimes: History['dueTimes'], checking: number): Violation[] {
  const odd = dueTimes.filter(({ scheduleId, due }) => scheduleId !== checking && due.getTime() % MINUTE_MS !== 0);
  const keys = dueTimes.map(({ scheduleId, due }) => `${scheduleId} at ${due.toISOString()}`);
  const twice = keys.filter((key, i) => keys.indexOf(key) !== i);
  return [
    ...odd.map(({ scheduleId, due }) => ({
      promise: 6,
      taskId: null,
      text: `schedule ${scheduleId} ran at ${due.toISOString()}, which it has not due`,
    })),
    ...twice.map((key) => ({ promise: 6, taskId: null, text: `schedule ${key} stands twice` })),
  ];
}
