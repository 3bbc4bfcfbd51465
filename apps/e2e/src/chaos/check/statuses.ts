import { FINAL_STATUSES, mayMove } from '@switchyard/contracts';
import { groupBy } from '../group-by.js';
import type { History, HistoryEvent, Violation } from '../history/history.js';

/** Promise 2: every task reaches exactly one final status, no status leaves a final one, and no move is illegal. */
export function checkStatuses({ tasks, events }: History): Violation[] {
  const byTask = groupBy(
    events.filter((event) => event.to !== null),
    (event) => event.taskId,
  );
  return tasks.flatMap((task) => {
    const steps = byTask.get(task.id) ?? [];
    const faults = [...faultsOfSteps(steps)];
    if (!FINAL_STATUSES.includes(task.status)) {
      faults.push(`it is still ${task.status}`);
    }
    if (steps.at(-1)?.to !== task.status) {
      faults.push(`it is ${task.status}, its history ends at ${steps.at(-1)?.to ?? 'nothing'}`);
    }
    const ends = steps.filter(({ to }) => to !== null && FINAL_STATUSES.includes(to)).length;
    if (ends > 1) {
      faults.push(`it ended ${ends} times`);
    }
    return faults.map((fault) => ({ promise: 2, taskId: task.id, text: `task ${task.id}: ${fault}` }));
  });
}

function* faultsOfSteps(steps: readonly HistoryEvent[]): Generator<string> {
  let before: HistoryEvent['to'] = null;
  for (const { from, to } of steps) {
    if (from !== before) {
      yield `a step leaves ${from}, but it was ${before}`;
    }
    if (before !== null && to !== null && !mayMove(before, to)) {
      yield `it went from ${before} to ${to}`;
    }
    before = to;
  }
}
