import { type Command, readableCommand } from '../../process/command.js';
import type { CheckedOutAttempt } from '../executor.js';
import { runLogged, type LoggedRun, type LoggedRunOptions } from '../run-logged.js';

/** Time between SIGTERM and SIGKILL: enough for a state to be written and unlocked, within the promise of ten seconds. */
const GRACE_MS = 8_000;

/** Runs one step of a planned app with its command line in the log and in the task's details. */
export async function loggedStep(
  attempt: CheckedOutAttempt,
  command: Command,
  meanings: LoggedRunOptions['meanings'] = {},
): Promise<LoggedRun> {
  const { context } = attempt;
  context.log.system(`$ ${readableCommand(command)}`);
  const reported = context.reportFacts({ command: [command.file, ...command.args] });
  try {
    return await runLogged(attempt, command, { graceMs: GRACE_MS, meanings });
  } finally {
    await reported;
  }
}
