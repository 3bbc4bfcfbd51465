import { z } from 'zod';
import { Id } from '../primitives/primitives.js';
import type { TaskStatus } from '../task/status.js';

/** The progress of a task as it is reported to the forge, which has fewer states. */
export const TaskProgress = z.enum(['pending', 'running', 'confirmation', 'success', 'failure', 'stopped']);
export type TaskProgress = z.infer<typeof TaskProgress>;

/** The same of a commit; `approval` = it is of a fork, so that a person decides whether it becomes a task. */
export const CommitProgress = z.enum([...TaskProgress.options, 'approval']);
export type CommitProgress = z.infer<typeof CommitProgress>;

/** Payload of a message of the kind `commit_status`. */
export const CommitStatusFacts = z.object({
  progress: CommitProgress,
  /** Whole hash of the commit. */
  commit: z.string(),
  project: z.object({ id: Id }),
  template: z.object({ id: Id, name: z.string() }),
  /** `null` = there is none yet. */
  task: z.object({ id: Id }).nullable(),
});
export type CommitStatusFacts = z.infer<typeof CommitStatusFacts>;

const PROGRESS: Readonly<Partial<Record<TaskStatus, TaskProgress>>> = {
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
export const commitProgressOf = (status: TaskStatus): TaskProgress | null => PROGRESS[status] ?? null;
