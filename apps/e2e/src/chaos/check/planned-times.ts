import { groupBy } from '../group-by.js';
import type { History, Violation } from '../history/history.js';

/** Promise 6: a planned time of a schedule makes one task at most, and no task of a schedule is without a planned time. */
export function checkPlannedTimes({ tasks, plannedTimes, commits }: History): Violation[] {
  const named = new Set(plannedTimes.flatMap(({ taskId }) => taskId ?? []));
  const doubled = [...groupBy(plannedTimes, ({ taskId }) => taskId).entries()].filter(
    ([taskId, times]) => taskId !== null && times.length > 1,
  );
  const without = tasks.filter(({ id, scheduleId }) => scheduleId !== null && !named.has(id));
  const started = plannedTimes.filter(({ result, taskId }) => result === 'started' && taskId === null);
  return [
    ...doubled.map(([taskId]) => ({ promise: 6, taskId, text: `task ${taskId} stands for several planned times` })),
    ...without.map(({ id }) => ({ promise: 6, taskId: id, text: `task ${id} of a schedule has no planned time` })),
    ...started.map(({ scheduleId, planned }) => ({
      promise: 6,
      taskId: null,
      text: `the task of schedule ${scheduleId} planned for ${planned.toISOString()} is lost`,
    })),
    ...missingTimes(plannedTimes, commits.scheduleId),
  ];
}

const MINUTE_MS = 60_000;

/** Schedules of the suite run every minute, but for the checks: a planned time lies on a minute, and comes once. */
function missingTimes(plannedTimes: History['plannedTimes'], checking: number): Violation[] {
  const odd = plannedTimes.filter(
    ({ scheduleId, planned }) => scheduleId !== checking && planned.getTime() % MINUTE_MS !== 0,
  );
  const keys = plannedTimes.map(({ scheduleId, planned }) => `${scheduleId} at ${planned.toISOString()}`);
  const twice = keys.filter((key, i) => keys.indexOf(key) !== i);
  return [
    ...odd.map(({ scheduleId, planned }) => ({
      promise: 6,
      taskId: null,
      text: `schedule ${scheduleId} ran at ${planned.toISOString()}, which it has not planned`,
    })),
    ...twice.map((key) => ({ promise: 6, taskId: null, text: `schedule ${key} stands twice` })),
  ];
}
