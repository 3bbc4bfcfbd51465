import type { Job, SealedJob } from '@switchyard/contracts';

/** Job that a runner was given: `open` answers the job itself, which costs as much as opening the seal. */
export interface Assignment extends Pick<SealedJob, 'attempt' | 'task_id' | 'number'> {
  open(): Job;
}

/** Behaviour of a simulated tool. */
export interface ScriptedTool {
  /** Lines it prints, spread over its time; see {@link toolLine}. */
  lines: number;
  durationMs: number;
  outcome: 'success' | 'error';
  /** It ignores a stop and runs to its end. */
  ignoresStop?: boolean;
  /** It leaves this plan for a decision. */
  plan?: Uint8Array;
}

/** Actions that one tool has really done, noted by its runner as they happen. */
export interface ToolRun {
  taskId: number;
  attemptId: number;
  runner: string;
  /** Epoch milliseconds. */
  began: number;
  /** Lines printed so far. */
  written: number;
  /** `null` while it runs. */
  ended: number | null;
  /**
   * - `reported`: the control plane took the report of its end.
   * - `refused`: it did not; the runner has dropped the attempt.
   * - `dropped`: the lease was lost and the tool killed.
   * - `died`: the runner went down with it.
   */
  end: 'reported' | 'refused' | 'dropped' | 'died' | null;
  /** It found a confirmed plan and applied it: SHA-256 of the bytes in lower-case hex. */
  applied: string | null;
}

/** Line number `line` (from 0) of what the tool of an attempt prints. */
export const toolLine = (attemptId: number, line: number): string => `attempt ${attemptId} prints ${line}`;
