import { mayMove, TASK_STATUSES, type TaskStatus } from '@switchyard/contracts';

/** A change of a task's status, as it happened. */
export interface StatusChange {
  from: TaskStatus;
  to: TaskStatus;
}

/** The two SQL fragments of a compare-and-set of `task.status`. */
export interface StatusMove {
  /** Goes after `set`. */
  set: string;
  /** Goes into `where`: the status is one from which the move is legal. PostgreSQL checks it again after a lock wait. */
  guard: string;
}

/**
 * The only way a task's status is written: every statement that does so is composed with this.
 * @param from narrows the statuses to leave; by default every one from which `to` can be reached
 * @throws Error when the transition table does not allow one of the moves
 */
export function statusMove(to: TaskStatus, from: readonly TaskStatus[] = sourcesOf(to)): StatusMove {
  const illegal = from.filter((source) => !mayMove(source, to));
  if (illegal.length > 0 || from.length === 0) {
    throw new Error(`the transition table does not lead from ${illegal.join(', ')} to ${to}`);
  }
  const list = from.map((source) => `'${source}'`).join(', ');
  return { set: `status = '${to}'`, guard: `task.status in (${list})` };
}

/** Statuses from which `to` can be reached. */
export const sourcesOf = (to: TaskStatus): TaskStatus[] => TASK_STATUSES.filter((from) => mayMove(from, to));
