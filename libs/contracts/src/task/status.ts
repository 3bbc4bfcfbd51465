import { z } from 'zod';

/** Every task status of the specification (console 4), in the order of a task's life. */
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

export const TaskStatus = z.enum(TASK_STATUSES);
export type TaskStatus = z.infer<typeof TaskStatus>;

/**
 * The only legal moves. The engine writes a status by compare-and-set against this table; a move that is not listed
 * is refused with 409 and changes nothing.
 *
 * - `starting` back to `waiting`: the runner was lost before it said `running`; the task gets a new attempt.
 * - `stopping` ends only as `stopped`, whatever the tool's exit code was.
 * - `rejected` is final: the plan was refused and nothing was applied.
 */
export const TASK_TRANSITIONS: Readonly<Record<TaskStatus, readonly TaskStatus[]>> = {
  waiting: ['starting', 'stopped', 'canceled', 'error'],
  starting: ['waiting', 'running', 'stopping', 'stopped', 'error'],
  running: ['waiting_confirmation', 'success', 'error', 'stopping', 'stopped'],
  waiting_confirmation: ['confirmed', 'rejected', 'stopped', 'error'],
  confirmed: ['starting', 'running', 'stopping', 'stopped', 'error'],
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

/** True while a runner holds, or is about to hold, an attempt of the task. */
export const isActive = (status: TaskStatus): boolean =>
  status === 'starting' || status === 'running' || status === 'stopping' || status === 'confirmed';

/** Statuses of finished tasks, for queries. */
export const FINAL_STATUSES = TASK_STATUSES.filter(isFinal);
