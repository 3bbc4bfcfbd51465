import type { TaskStatus } from '@switchyard/contracts';

/** A change of a task's status, as it happened. */
export interface StatusChange {
  from: TaskStatus;
  to: TaskStatus;
}
