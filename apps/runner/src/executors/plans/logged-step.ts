import { type Command, readableCommand } from '../../process/command.js';
import type { CheckedOutAttempt } from '../executor.js';
import { runLogged, type LoggedRun, type LoggedRunOptions } from '../run-logged.js';

/** Runs one step of a planned app with its command line in the log and in the task's details. */
export async function loggedStep(
  attempt: CheckedOutAttempt,
  command: Command,
  options: LoggedRunOptions = {},
): Promise<LoggedRun> {
  const { context } = attempt;
  context.log.system(`$ ${readableCommand(command)}`);
  context.reportFacts({ command: [command.file, ...command.args] });
  return runLogged(attempt, command, options);
}
