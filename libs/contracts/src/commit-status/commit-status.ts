import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import type { TaskStatus } from '../task/status.js';

/** What the forge is told of a task; forges have fewer words for it. */
export const CommitState = z.enum(['pending', 'running', 'confirmation', 'success', 'failure', 'stopped']);
export type CommitState = z.infer<typeof CommitState>;

/** Payload of a message of the kind `commit_status`. */
export const CommitStatusFacts = z.object({
  state: CommitState,
  /** Whole hash of the commit. */
  commit: z.string(),
  project: z.object({ id: Id }),
  template: z.object({ id: Id, name: z.string() }),
  task: z.object({ id: Id }),
});
export type CommitStatusFacts = z.infer<typeof CommitStatusFacts>;

const STATES: Readonly<Partial<Record<TaskStatus, CommitState>>> = {
  waiting: 'pending',
  confirmed: 'pending',
  running: 'running',
  waiting_confirmation: 'confirmation',
  success: 'success',
  error: 'failure',
  rejected: 'failure',
  stopped: 'stopped',
  canceled: 'stopped',
};

/** `null` = the forge is not told of this status. */
export const commitStateOf = (status: TaskStatus): CommitState | null => STATES[status] ?? null;
