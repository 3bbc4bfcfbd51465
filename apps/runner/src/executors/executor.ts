import type { Checkout } from '../git/checkout.js';
import type { Workspace } from '../attempt/workspace.js';
import type { Command, ProcessEnd } from '../process/command.js';
import type { AttemptContext } from '../task/attempt-context.js';

/** An attempt whose repository is checked out. */
export interface CheckedOutAttempt {
  context: AttemptContext;
  workspace: Workspace;
  checkout: Checkout;
}

/** A tool run with all its files in place. */
export interface PreparedRun {
  command: Command;
  /** Installs what the tool needs; may have effects outside the attempt. Returns additions to the environment. */
  installDependencies(): Promise<Record<string, string>>;
  /**
   * Why the tool failed, where its own words tell more than its exit code.
   * @param tail last part of its output without colours.
   */
  explain(end: ProcessEnd, tail: string): string | null;
}

/** Knows how to run the templates of one app. */
export interface Executor {
  /** App id of the jobs it takes. */
  app: string;
  /** Program that must be installed. */
  tool: string;
  /** Reads the version out of what `<tool> --version` prints. */
  version: RegExp;
  /**
   * Checks the job and writes the files of the run, without any effect outside the attempt's directory.
   * @throws AttemptFailure when the job cannot be run as it is.
   */
  prepare(attempt: CheckedOutAttempt): Promise<PreparedRun>;
}
