import type { SentProblem, TaskStatus } from '@switchyard/contracts';
import type { AttemptOutcome, TaskEventOrigin } from '@switchyard/database';

/** Guards that a verb may compare before a task moves: a column of each item, its type, and the value that it must equal. */
export const GUARDS = {
  task: { type: 'int', equals: 'task.id' },
  project: { type: 'int', equals: 'task.project_id' },
  /** The status that was seen. */
  from: { type: 'text', equals: 'task.status' },
  /** The number of the attempt that was seen. */
  attempt_number: { type: 'int', equals: 'task.attempt_number' },
  /** The living attempt, the lease that holds it, the runner that has it. */
  attempt: { type: 'int', equals: 'attempt.id' },
  lease: { type: 'uuid', equals: 'attempt.lease_id' },
  holder: { type: 'int', equals: 'attempt.runner_id' },
  /** How many lines of the attempt are stored. */
  lines: {
    type: 'int',
    equals:
      'coalesce((select log.next_line - log.base_line from attempt_log log where log.attempt_id = attempt.id), 0)',
  },
} as const;

/** Inputs that a transition may need for each task. */
export const INPUTS = {
  to: 'text',
  runner: 'int',
  actor: 'int',
  outcome: 'text',
  reason: 'text',
  /** The reason as a code. */
  problem: 'jsonb',
  exit_code: 'int',
  origin: 'text',
} as const;

export type Guard = keyof typeof GUARDS;
export type Input = keyof typeof INPUTS;

/** The values of guards and inputs. */
export interface MoveValues {
  task: number;
  project: number;
  from: TaskStatus;
  attempt_number: number;
  attempt: number;
  lease: string;
  holder: number;
  lines: number;
  to: TaskStatus;
  runner: number;
  actor: number | null;
  outcome: AttemptOutcome;
  reason: string | null;
  problem: SentProblem | null;
  exit_code: number | null;
  origin: TaskEventOrigin;
}
