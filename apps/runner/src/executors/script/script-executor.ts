import { pathInCheckout } from '../../git/checkout-path.js';
import type { CheckedOutAttempt, Executor, PreparedRun } from '../executor.js';
import { taskDetails } from '../task-details.js';
import { toolEnvironment } from '../tool-environment.js';
import { bashArguments, variableExports } from './bash-arguments.js';

/** Runs a script of the repository with `bash`, in the directory of the checkout. */
export const bashExecutor: Executor = {
  app: 'bash',
  tool: 'bash',
  version: /version (\S+)/,
  prepare: prepareBash,
};

async function prepareBash({ context, workspace, checkout }: CheckedOutAttempt): Promise<PreparedRun> {
  const { job, log } = context;
  await pathInCheckout(checkout.dir, job.playbook, 'script');
  const args = bashArguments({
    script: job.playbook,
    templateArguments: job.arguments,
    variables: job.variables,
    taskArguments: job.task_arguments,
  });
  const defaults = variableExports({ ...job.variables, ...job.secret_variables });
  const details = taskDetails(job, checkout.commit);
  const env = toolEnvironment({ attemptDir: workspace.dir, defaults, job, details }, log);
  return {
    command: { file: 'bash', args, cwd: checkout.dir, env },
    installDependencies: () => Promise.resolve({}),
    explain: () => null,
  };
}
