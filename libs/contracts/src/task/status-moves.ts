/** Every task status, in the order of a task's life. */
export const TASK_STATUSES = [
  'waiting',
  'starting',
  'waiting_confirmation',
  'confirmed',
  'rejected',
  'running',
  'success',
  'error',
  'stopping',
  'stopped',
  'canceled',
] as const;

type TaskStatus = (typeof TASK_STATUSES)[number];

/**
 * The only legal moves. The engine writes a status by compare-and-set against this table; a move that is not listed
 * is refused with 409 and changes nothing.
 *
 * - `starting` back to `waiting`, or to `confirmed` when its plan is decided: the runner was lost before it reported
 *   `running`; the task gets a new attempt.
 * - `running` to `waiting_confirmation`: the attempt that planned has ended and left its plan with the control plane.
 *   No runner holds the task while it waits for the decision.
 * - `confirmed` waits for a runner like `waiting` does; its next attempt applies the stored plan.
 * - `stopping` ends only as `stopped`, whatever the tool's exit code was.
 * - `rejected` is final: the plan was refused and nothing was applied.
 * - `canceled`: ended by the system, for example because nobody decided in time.
 */
export const TASK_TRANSITIONS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  waiting: ['starting', 'stopped', 'canceled', 'error'],
  starting: ['waiting', 'confirmed', 'running', 'stopping', 'stopped', 'error'],
  running: ['waiting_confirmation', 'success', 'error', 'stopping', 'stopped'],
  waiting_confirmation: ['confirmed', 'rejected', 'stopped', 'canceled', 'error'],
  confirmed: ['starting', 'stopped', 'canceled', 'error'],
  stopping: ['stopped'],
  rejected: [],
  success: [],
  error: [],
  stopped: [],
  canceled: [],
};

/** True when nothing can happen to the task any more. */
export const isFinal = (status: TaskStatus): boolean => TASK_TRANSITIONS[status].length === 0;

/** True when `from` may become `to`. */
export const mayMove = (from: TaskStatus, to: TaskStatus): boolean => TASK_TRANSITIONS[from].includes(to);

/** True when a stop request has an effect; with force also while `stopping`. */
export const isStoppable = (status: TaskStatus): boolean => !isFinal(status);

/** True while the task could be given to a runner. */
export const isAssignable = (status: TaskStatus): boolean => mayMove(status, 'starting');

/** True while a runner has the task: a stop is an order to that runner. */
export const isHeld = (status: TaskStatus): boolean => HELD_STATUSES.includes(status);

/** True when people may confirm or reject the task's plan. */
export const isDecidable = (status: TaskStatus): boolean => status === 'waiting_confirmation';

/** Statuses of finished tasks, for queries. */
export const FINAL_STATUSES = TASK_STATUSES.filter(isFinal);

/** Statuses of tasks that wait for a runner, for queries. */
export const QUEUED_STATUSES = TASK_STATUSES.filter(isAssignable);

/** Statuses of tasks that a runner has, for queries. */
export const HELD_STATUSES: readonly TaskStatus[] = ['starting', 'running', 'stopping'];
