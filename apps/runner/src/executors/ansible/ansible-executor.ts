import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { type JobInventory, problem } from '@switchyard/contracts';
import { AttemptFailure } from '../../attempt-failure.js';
import { pathInCheckout } from '../../git/checkout-path.js';
import { prepareInventory } from '../../inventory/prepare-inventory.js';
import type { Command } from '../../process/command.js';
import type { CheckedOutAttempt, Executor, PreparedRun } from '../executor.js';
import { findTool } from '../find-tool.js';
import { runCommand } from '../run-command.js';
import { taskDetails } from '../task-details.js';
import { toolEnvironment } from '../tool-environment.js';
import { ansibleArguments } from './ansible-arguments.js';
import { ansibleCredentials } from './ansible-credentials.js';
import { ansibleDefaults } from './ansible-environment.js';
import { explainAnsible } from './explain-ansible.js';
import { installRequirements } from './galaxy/install-requirements.js';
import { writeVariableFiles } from './variable-files.js';
import { callbackPaths } from './results/callback-paths.js';
import { RESULTS_VARIABLE } from './results/callback-plugin.js';
import { ResultsFile } from './results/results-file.js';
import { vaultIds } from './vault-ids.js';

/** Runs a playbook of the repository with `ansible-playbook`, in the directory of the checkout. */
export const ansibleExecutor: Executor = { family: 'ansible', prepare: prepareAnsible };

async function prepareAnsible(attempt: CheckedOutAttempt): Promise<PreparedRun> {
  const { job } = attempt.context;
  if (!job.inventory) {
    throw new AttemptFailure(problem('inventory_missing'));
  }
  await pathInCheckout(attempt.workspace.files, attempt.checkout.dir, job.playbook, 'word_playbook');
  const command = await ansibleCommand(attempt, job.inventory);
  return async () => {
    const additions = await installRequirements(attempt, command.env);
    const results = await ResultsFile.open(attempt.workspace, attempt.context);
    const env = { ...command.env, ...additions };
    const watched = {
      ANSIBLE_CALLBACK_PLUGINS: await callbackPaths(attempt.workspace.files, results.pluginDir, {
        env,
        cwd: command.cwd,
      }),
      [RESULTS_VARIABLE]: results.path,
    };
    try {
      return await runCommand(attempt, { ...command, env: { ...env, ...watched } }, explainAnsible);
    } finally {
      await results.finish();
    }
  };
}

async function ansibleCommand(attempt: CheckedOutAttempt, inventory: JobInventory): Promise<Command> {
  const { context, workspace, checkout } = attempt;
  const { job, log } = context;
  const details = taskDetails(job, checkout.commit);
  const { env: agent, ...credentials } = await ansibleCredentials(workspace, inventory);
  const tool = await findTool(job);
  const args = ansibleArguments({
    ...credentials,
    inventory: await prepareInventory(context, workspace, inventory, checkout.dir),
    params: job.params,
    vaultIds: await vaultIds(workspace, job.vaults, checkout.dir),
    variableFiles: await writeVariableFiles(workspace, job, details),
    templateArguments: job.arguments,
    taskArguments: job.task_arguments,
    playbook: job.playbook,
  });
  const defaults = { ...(await ansibleDefaults(workspace, checkout.dir)), ...agent };
  const env = toolEnvironment({ attemptDir: workspace.dir, defaults, own: context.environment, job, details }, log);
  const isOfMachine = workspace.place.toolset === undefined;
  if (isOfMachine && credentials.connectionPasswordFile && !isOnPath('sshpass', env.PATH ?? '')) {
    log.system('sshpass is not installed on this runner; Ansible needs it to log in by ssh with a password');
  }
  return { file: tool.file, args: [...tool.args, ...args], cwd: checkout.dir, env };
}

function isOnPath(tool: string, path: string): boolean {
  return path.split(delimiter).some((dir) => dir !== '' && existsSync(join(dir, tool)));
}
