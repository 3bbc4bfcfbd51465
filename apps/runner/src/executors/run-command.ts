import { type Problem, problem } from '@switchyard/contracts';
import { type Command, type ProcessEnd, readableCommand } from '../process/command.js';
import type { ExecutionResult } from '../attempt/attempt-context.js';
import type { CheckedOutAttempt } from './executor.js';
import { toolEnd } from './process-end.js';
import { runLogged } from './run-logged.js';

/**
 * Why a tool failed, where its output explains more than its exit code; `null` = it does not.
 * @param tail last part of its output without colours
 */
export type Explain = (end: ProcessEnd, tail: string) => string | Problem | null;

/**
 * Runs the one command a task is about: shows it in the log, reports it, and takes its end for the
 * task's. The repository's credentials are put away first.
 * @throws AttemptFailure, AttemptStopped
 */
export async function runCommand(
  attempt: CheckedOutAttempt,
  command: Command,
  explain: Explain = () => null,
): Promise<ExecutionResult> {
  const { context, checkout } = attempt;
  await checkout.access.close();
  context.log.section('run', command.file);
  context.log.system(`$ ${readableCommand(command)}`);
  context.reportFacts({ command: [command.file, ...command.args] });
  const { end, tail } = await runLogged(attempt, command);
  return commandResult(command, end, explain(end, tail));
}

/** Result of the attempt when a tool has ended. */
export function commandResult(command: Command, end: ProcessEnd, why: ReturnType<Explain> = null): ExecutionResult {
  if (end.exitCode === 0) {
    return { outcome: 'success', ...end, reason: null };
  }
  const reason = toolEnd(command.file, end);
  return { outcome: 'error', ...end, reason: why ? problem('tool_failed', { end: reason, why }) : reason };
}
