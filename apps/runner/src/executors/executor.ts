import type { AppFamily } from '@switchyard/contracts';
import type { Workspace } from '../attempt/workspace.js';
import type { Checkout } from '../git/checkout.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';

/** An attempt whose repository is checked out. */
export interface CheckedOutAttempt {
  context: AttemptContext;
  workspace: Workspace;
  checkout: Checkout;
}

/**
 * Does the work of a prepared attempt, once the control plane has taken note that it begins. Only here may anything
 * happen outside the attempt's directory.
 * @throws AttemptFailure, AttemptStopped
 */
export type PreparedRun = () => Promise<ExecutionResult>;

/** Knows how to run the templates of one family of apps. */
export interface Executor {
  family: AppFamily;
  /**
   * Checks the job, finds the tool and writes the files of the run, without any effect outside the attempt's directory.
   * @throws AttemptFailure when the job cannot be run as it is.
   */
  prepare(attempt: CheckedOutAttempt): Promise<PreparedRun>;
}
