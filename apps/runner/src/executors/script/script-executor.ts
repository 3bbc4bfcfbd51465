import { pathInCheckout } from '../../git/checkout-path.js';
import type { CheckedOutAttempt, Executor, PreparedRun } from '../executor.js';
import { findTool } from '../find-tool.js';
import { runWithOutputs } from '../outputs/outputs-file.js';
import { taskDetails } from '../task-details.js';
import { toolEnvironment } from '../tool-environment.js';
import { variableExports } from '../variable-exports.js';
import { scriptArguments } from '../script-arguments.js';
import { interpreterOf } from './interpreters.js';
import { withRequirements } from './python/virtual-environment.js';

/** Runs a file of the repository with an interpreter or a custom app's program, in the directory of the checkout. */
export const scriptExecutor: Executor = { family: 'script', prepare: prepareScript };

async function prepareScript(attempt: CheckedOutAttempt): Promise<PreparedRun> {
  const { context, workspace, checkout } = attempt;
  const { job, log } = context;
  await pathInCheckout(workspace.files, checkout.dir, job.playbook, 'word_script');
  const interpreter = interpreterOf(job.app);
  const defaults = { ...interpreter.env, ...variableExports(job) };
  const details = taskDetails(job, checkout.commit);
  const env = toolEnvironment({ attemptDir: workspace.dir, defaults, own: context.environment, job, details }, log);
  const tool = await findTool(job, env.PATH);
  const args = scriptArguments({
    leading: tool.args.length > 0 ? tool.args : interpreter.leading,
    script: job.playbook,
    templateArguments: job.arguments,
    variables: job.variables,
    taskArguments: job.task_arguments,
  });
  const command = { file: tool.file, args, cwd: checkout.dir, env };
  return async () => runWithOutputs(attempt, job.app === 'python' ? await withRequirements(attempt, command) : command);
}
