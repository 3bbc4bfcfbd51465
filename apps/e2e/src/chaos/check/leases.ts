import type { ToolRun } from '@switchyard/testing';
import { groupBy } from '../group-by.js';
import type { History, HistoryEvent, Violation } from '../history/history.js';

/**
 * Promise 1: at most one attempt of a task holds a valid lease. By the history no attempt begins before the one before
 * has ended; by the tools no task ran a second time, but to apply its plan.
 */
export function checkLeases(history: History): Violation[] {
  return [...overlaps(history.events), ...secondRuns(history), ...secondScripts(history)];
}

/** Kinds of events that end the attempt they name. */
const ENDS = new Set(['planned', 'requeued', 'finished']);

function overlaps(events: readonly HistoryEvent[]): Violation[] {
  const holder = new Map<number, number>();
  const violations: Violation[] = [];
  for (const { taskId, attemptId, kind } of events) {
    const holds = holder.get(taskId);
    if (kind === 'assigned' && attemptId !== null) {
      if (holds !== undefined) {
        violations.push(broken(taskId, `attempt ${attemptId} began while attempt ${holds} held the lease`));
      }
      holder.set(taskId, attemptId);
    } else if (ENDS.has(kind) && holds !== undefined) {
      if (attemptId !== holds) {
        violations.push(broken(taskId, `attempt ${attemptId} ended while attempt ${holds} held the lease`));
      }
      holder.delete(taskId);
    }
  }
  return violations;
}

function secondRuns({ runs }: History): Violation[] {
  return [...groupBy(runs, (run) => run.taskId)].flatMap(([taskId, all]) => {
    const phases: [string, ToolRun[]][] = [
      ['to apply its plan', all.filter(({ applied }) => applied !== null)],
      ['', all.filter(({ applied }) => applied === null)],
    ];
    return phases
      .filter(([, phase]) => phase.length > 1)
      .map(([why, phase]) => broken(taskId, `its tool was started ${phase.length} times ${why}`.trim()));
  });
}

const secondScripts = ({ sideEffects }: History): Violation[] =>
  [...sideEffects.starts]
    .filter(([, starts]) => starts > 1)
    .map(([taskId, starts]) => broken(taskId, `its script was started ${starts} times`));

const broken = (taskId: number, text: string): Violation => ({ promise: 1, taskId, text: `task ${taskId}: ${text}` });
