import { runsLow } from '../reservations/reservation-bounds.js';
import { type MovedTask, mover } from '../life-cycle/mover.js';
import { RESERVED_AND_PARALLEL } from '../reservations/reservations.js';
import type { AssignedAttempt } from '../runners/runner-assignments.js';
import type { Executor } from '../statements/sql.js';
import { chooseSuccessors, type ReservedTask } from './choose-successors.js';
import { readReserved } from './reserved-tasks.js';

/** Task that took the slot of a task that ended. */
export interface Successor {
  task: MovedTask;
  job: AssignedAttempt;
  /** The end lets nothing else begin, and enough tasks are reserved for the runner: a drain would find nothing to do. */
  isQuiet: boolean;
}

/** A task with the attempt that began with its move. */
type BegunTask = MovedTask & Omit<AssignedAttempt, 'taskId'>;

const assign = mover('assigned', ['task'], { where: RESERVED_AND_PARALLEL, skipLocked: true, claims: true });

/**
 * Gives the slots of tasks that ended just now to tasks that are reserved for their runners, in the transaction of the end: each runner, and each
 * project with a limit, has as many attempts after it as before, so that it needs no lock of the drain. A task that is locked is passed over.
 * @param ended tasks that ended in this transaction
 * @returns successors, by the id of the task that ended
 */
export async function handOver(on: Executor, ended: readonly MovedTask[]): Promise<Map<number, Successor>> {
  const { reserved, parallel } = await readReserved(on, ended);
  const slots = ended.flatMap(({ id, holder, project_id: projectId }) =>
    holder !== null && parallel.has(id) ? [{ taskId: id, runnerId: holder, projectId }] : [],
  );
  const plan = chooseSuccessors(slots, reserved);
  if (plan.length === 0) {
    return new Map();
  }
  const items = plan.map(({ taskId, runnerId }) => ({ task: taskId, runner: runnerId }));
  const begun = (await assign(on, items)).flatMap((task) => (task ? [task as BegunTask] : []));
  const low = new Set(slots.map(({ runnerId }) => runnerId).filter((id) => isLow(id, reserved, begun)));
  const left = [...begun];
  return new Map(
    slots.flatMap(({ taskId, runnerId, projectId }): [number, Successor][] => {
      const at = left.findIndex(({ holder }) => holder === runnerId);
      const [task] = at < 0 ? [] : left.splice(at, 1);
      return task ? [[taskId, successorOf(task, task.project_id === projectId && !low.has(runnerId))]] : [];
    }),
  );
}

function successorOf(task: BegunTask, isQuiet: boolean): Successor {
  const { attempt, lease, number } = task;
  return { task, job: { attempt, lease, number, taskId: task.id }, isQuiet };
}

/** True when the runner needs further tasks to prepare. */
function isLow(runnerId: number, reserved: readonly ReservedTask[], begun: readonly MovedTask[]): boolean {
  const own = reserved.filter((each) => each.runnerId === runnerId);
  const taken = begun.filter(({ holder }) => holder === runnerId).length;
  return runsLow(own.length - taken, (own[0]?.used ?? 0) + taken);
}
