import type { History, HistoryEvent, Rivals, Violation } from '../history/history.js';

/** Kinds of events after which a task waits for a runner. */
const WAITS = new Set(['created', 'requeued']);

interface Waiting {
  overtakenBy: number;
  /** Tasks of its own project that were served meanwhile. */
  own: number;
}

/**
 * Promise 8: under a ten times noisier neighbour the oldest eligible task starts in bounded time. Time is what the faults
 * take; so turns are counted: while a task of the quiet project waits, the noisy one is served at most once per
 * turn of each dispatcher, and once for each slot that one drain may find free.
 */
export function checkFairness({ events, rivals }: History): Violation[] {
  const waiting = new Map<number, Waiting>();
  const violations: Violation[] = [];
  for (const event of events) {
    if (event.projectId === rivals.quietProject) {
      const turns = followQuiet(waiting, event);
      const bound = boundFor(turns, rivals);
      if (turns && turns.overtakenBy > bound) {
        const text = `task ${event.taskId} saw ${turns.overtakenBy} tasks of the noisy project go first, at most ${bound} may`;
        violations.push({ promise: 8, taskId: event.taskId, text });
      }
    } else if (event.projectId === rivals.noisyProject && event.kind === 'assigned') {
      waiting.forEach((each) => each.overtakenBy++);
    }
  }
  return violations;
}

/** The turns that a task has waited for, when it is served now. */
function followQuiet(waiting: Map<number, Waiting>, { kind, taskId, to }: HistoryEvent): Waiting | undefined {
  if (WAITS.has(kind) && to === 'waiting') {
    waiting.set(taskId, { overtakenBy: 0, own: 0 });
    return undefined;
  }
  const turns = waiting.get(taskId);
  if (to !== null) {
    waiting.delete(taskId);
  }
  if (kind !== 'assigned') {
    return undefined;
  }
  waiting.forEach((each) => each.own++);
  return turns;
}

const boundFor = (turns: Waiting | undefined, { slots, dispatchers }: Rivals): number =>
  slots + 2 * dispatchers * ((turns?.own ?? 0) + 1);
