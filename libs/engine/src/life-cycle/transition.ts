import type { TaskStatus } from '@switchyard/contracts';
import type { ActivityColumns } from './activity-texts.js';
import type { Input } from './move-columns.js';

/** Effect on the living attempt of a task. `end` also closes its log. */
export type AttemptEffect = 'none' | 'begin' | 'run' | 'order-stop' | 'end';

/**
 * A row of the table of the life cycle. Written values (`writes`, `ends`) are SQL over the task before the move, `task`,
 * and over what the verb passes, `input`. Recorded values (`event`, `activity`) are SQL over the task after the move, which
 * has the inputs beside its own columns, and over its attempt, `attempts`.
 */
export interface Transition {
  from: readonly TaskStatus[];
  /** With more than one the verb passes it as input `to`. */
  to: readonly TaskStatus[];
  /** Values that the verb passes for each task. */
  inputs: readonly Input[];
  /** Columns of `task` that are written beside the status. */
  writes: Readonly<Record<string, string>>;
  attempt: AttemptEffect;
  /** Outcome and reason of the attempt that ends. */
  ends?: { outcome: string; reason: string };
  /** The stored plan of the task is removed. */
  removesPlan: boolean;
  /** The domain event; its kind is the name of the transition. See `TaskEvent` for the members. */
  event: { origin: string; actor?: string; reasonCode?: string; detail?: string };
  /** The record in the activity log of the project, and who did it. */
  activity: (ActivityColumns & { actor: string }) | null;
  /** The deliveries that are written about it. */
  deliveries: 'task.queued' | 'task.finished' | null;
  /** Who is woken beside the consoles. `runner`: the one that gets or had the attempt, unless the call is its own. */
  wakes: { dispatchers: boolean; runner: boolean };
}
