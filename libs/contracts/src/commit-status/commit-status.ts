import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import type { TaskStatus } from '../task/status.js';

/** The progress of a task as it is reported to the forge, which has fewer states. */
export const CommitProgress = z.enum(['pending', 'running', 'confirmation', 'success', 'failure', 'stopped']);
export type CommitProgress = z.infer<typeof CommitProgress>;

/** Payload of a message of the kind `commit_status`. */
export const CommitStatusFacts = z.object({
  progress: CommitProgress,
  /** Whole hash of the commit. */
  commit: z.string(),
  project: z.object({ id: Id }),
  template: z.object({ id: Id, name: z.string() }),
  task: z.object({ id: Id }),
});
export type CommitStatusFacts = z.infer<typeof CommitStatusFacts>;

const PROGRESS: Readonly<Partial<Record<TaskStatus, CommitProgress>>> = {
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

/** `null` = this status is not reported. */
export const commitProgressOf = (status: TaskStatus): CommitProgress | null => PROGRESS[status] ?? null;
