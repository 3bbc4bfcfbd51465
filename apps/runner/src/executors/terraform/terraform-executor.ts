import { join } from 'node:path';
import { exactJson, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import { writeSecretFile } from '../../credentials/secret-file.js';
import { pathInCheckout } from '../../git/checkout-path.js';
import type { CheckedOutAttempt, Executor, PreparedRun } from '../executor.js';
import { findTool } from '../find-tool.js';
import { requireArguments } from '../plans/require-arguments.js';
import { runChecks } from './terraform-checks.js';
import { terraformEnvironment } from './terraform-environment.js';
import { TerraformRun } from './terraform-run.js';
import { typedVariables } from './variables/typed-variables.js';

/**
 * Runs a configuration of the repository with Terraform, OpenTofu or Terragrunt: initialise, select the workspace,
 * plan, and either apply that plan or leave it for a decision.
 */
export const terraformExecutor: Executor = { family: 'terraform', prepare: prepareTerraform };

async function prepareTerraform(attempt: CheckedOutAttempt): Promise<PreparedRun> {
  const { context, workspace, checkout } = attempt;
  const { job } = context;
  if (!job.planning) {
    throw new AttemptFailure(problem('plan_command_missing', { app: job.app }));
  }
  requireArguments(job, job.planning);
  const directory = job.playbook
    ? await pathInCheckout(workspace.files, checkout.dir, job.playbook, 'word_directory')
    : checkout.dir;
  const env = await terraformEnvironment(attempt);
  const tool = await findTool(job, env.PATH);
  const shown = await typedVariables(workspace.files, directory, job.variables);
  const variables = { ...shown, ...job.secret_variables };
  const settings = {
    planning: job.planning,
    directory,
    tool,
    env,
    files: {
      plan: join(workspace.dir, 'plan.tfplan'),
      variables: await writeSecretFile(workspace, 'variables.tfvars.json', exactJson(variables)),
    },
  };
  const { checks = [] } = job.planning;
  return () =>
    checks.length > 0 ? runChecks(attempt, settings, checks) : new TerraformRun(attempt, settings).execute();
}
