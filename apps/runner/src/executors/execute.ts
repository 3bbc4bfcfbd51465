import { problem, sentenceOf, appFamily } from '@switchyard/contracts';
import { AttemptStopped, problemOf, throwIfStopped, AttemptFailure } from '../attempt-failure.js';
import { openWorkspace, type Workspace } from '../attempt/workspace.js';
import { checkOut, type Checkout } from '../git/checkout.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import { admittedJob } from './admitted-job.js';
import { ansibleExecutor } from './ansible/ansible-executor.js';
import type { Executor } from './executor.js';
import { withIdTokens } from './id-token-files.js';
import { pulumiExecutor } from './pulumi/pulumi-executor.js';
import { scriptExecutor } from './script/script-executor.js';
import { terraformExecutor } from './terraform/terraform-executor.js';
import { withContainer } from './with-container.js';

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
      await workspace.place.kill([]);
      await workspace.close();
    }
  } catch (error) {
    return failedResult(context, error);
  }
}

async function runAttempt(given: AttemptContext, workspace: Workspace): Promise<ExecutionResult> {
  const { stop } = given;
  throwIfStopped(stop);
  const job = admittedJob(given.job, given.log);
  const context = { ...given, job };
  const executor = executorOf(job.app);
  const checkout = await checkOutJob(context, workspace);
  context.passed?.('fetched');
  const identified = await withIdTokens(context, workspace, checkout.commit);
  const run = await executor.prepare(await withContainer({ context: identified, workspace, checkout }));
  context.passed?.('prepared');
  throwIfStopped(stop);
  await context.reportStart();
  return run();
}

async function checkOutJob(context: AttemptContext, workspace: Workspace): Promise<Checkout> {
  const { job, log } = context;
  const revision = job.repository.commit ?? job.repository.branch;
  log.section('checkout', revision ? `${job.repository.name} @ ${revision}` : job.repository.name);
  const checkout = await checkOut(context, workspace, job.repository, 'repository');
  const { commit, dir } = checkout;
  log.system(commit ? `commit ${commit.hash} ${commit.message}` : `directory ${dir}, used as it is`);
  if (commit) {
    const { hash, message, branch } = commit;
    context.reportFacts({
      commit_hash: hash,
      commit_message: message,
      ...(branch !== null && { commit_branch: branch }),
    });
  }
  return checkout;
}

function failedResult({ stop, log }: AttemptContext, error: unknown): ExecutionResult {
  if (stop.aborted || error instanceof AttemptStopped) {
    const { end } = error instanceof AttemptStopped ? error : new AttemptStopped();
    return { outcome: 'stopped', ...end, reason: problem('task_stopped') };
  }
  const reason = problemOf(error);
  log.system(sentenceOf(reason));
  return { outcome: 'error', exitCode: null, signal: null, reason };
}

/** All executors of this runner. */
const EXECUTORS: readonly Executor[] = [ansibleExecutor, terraformExecutor, pulumiExecutor, scriptExecutor];

/** @throws AttemptFailure when this runner cannot execute the app. */
function executorOf(app: string): Executor {
  const executor = EXECUTORS.find(({ family }) => family === appFamily(app));
  if (!executor) {
    throw new AttemptFailure(problem('app_unsupported', { app }));
  }
  return executor;
}
