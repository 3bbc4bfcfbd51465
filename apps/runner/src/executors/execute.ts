import { AttemptFailure, AttemptStopped, errorText, throwIfStopped } from '../attempt/attempt-failure.js';
import { openWorkspace, type Workspace } from '../attempt/workspace.js';
import { checkOut, type Checkout } from '../git/checkout.js';
import { attemptProcesses } from '../process/attempt-processes.js';
import { readableCommand } from '../process/command.js';
import { endProcesses } from '../process/end-processes.js';
import type { AttemptContext, ExecutionResult } from '../task/attempt-context.js';
import type { PreparedRun } from './executor.js';
import { executorOf } from './registry.js';
import { endText, runLogged, type LoggedRun } from './run-logged.js';

/**
 * Executes one attempt: checkout, files of the run, dependencies, tool. Whatever happens, no process, agent or secret
 * of the attempt is left when it returns. It does not throw.
 */
export async function execute(context: AttemptContext): Promise<ExecutionResult> {
  try {
    const workspace = await openWorkspace(context);
    try {
      return await runAttempt(context, workspace);
    } finally {
      await endProcesses(() => attemptProcesses({ attemptDir: workspace.dir, groups: [] }), 0);
      await workspace.close();
    }
  } catch (error) {
    return failedResult(context, error);
  }
}

async function runAttempt(context: AttemptContext, workspace: Workspace): Promise<ExecutionResult> {
  const { job, stop, log } = context;
  throwIfStopped(stop);
  const executor = executorOf(job.app);
  const checkout = await checkOutJob(context, workspace);
  const committed = reportCommit(context, checkout);
  const run = await executor.prepare({ context, workspace, checkout }).finally(() => committed.catch(() => undefined));
  throwIfStopped(stop);
  await Promise.all([committed, context.reportStart()]);
  const additions = await run.installDependencies();
  await checkout.access.close();
  log.section('run', executor.tool);
  const command = { ...run.command, env: { ...run.command.env, ...additions } };
  log.system(`$ ${readableCommand(command)}`);
  return toolResult(run, await runLogged({ context, workspace }, command));
}

async function checkOutJob(context: AttemptContext, workspace: Workspace): Promise<Checkout> {
  const { job, log } = context;
  const revision = job.repository.commit ?? job.repository.branch;
  log.section('checkout', revision ? `${job.repository.name} @ ${revision}` : job.repository.name);
  const checkout = await checkOut(context, workspace, job.repository, 'repository');
  log.system(
    checkout.commit
      ? `commit ${checkout.commit.hash} ${checkout.commit.message}`
      : `directory ${checkout.dir}, used as it is`,
  );
  return checkout;
}

async function reportCommit(context: AttemptContext, { commit }: Checkout): Promise<void> {
  if (commit) {
    await context.reportCommit(commit.hash, commit.message);
  }
}

function toolResult(run: PreparedRun, { end, tail }: LoggedRun): ExecutionResult {
  if (end.exitCode === 0) {
    return { outcome: 'success', ...end, reason: null };
  }
  const why = run.explain(end, tail);
  const reason = `${run.command.file} ${endText(end)}${why ? `: ${why}` : ''}`;
  return { outcome: 'error', ...end, reason };
}

function failedResult({ stop, log }: AttemptContext, error: unknown): ExecutionResult {
  if (stop.aborted || error instanceof AttemptStopped) {
    return { outcome: 'stopped', exitCode: null, signal: null, reason: 'The task was stopped' };
  }
  const reason = error instanceof AttemptFailure ? error.message : `The runner failed: ${errorText(error)}`;
  log.system(reason);
  return { outcome: 'error', exitCode: null, signal: null, reason };
}
