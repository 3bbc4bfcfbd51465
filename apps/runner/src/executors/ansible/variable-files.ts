import type { Job } from '@switchyard/contracts';
import type { Workspace } from '../../attempt/workspace.js';
import { writeSecretFile } from '../../credentials/secret-file.js';
import type { TaskDetails } from '../task-details.js';
import { unsafeYaml } from './unsafe-yaml.js';

/**
 * Writes the extra variables: one file with the job's variables and the facts about the task, under the name of this
 * product and the name playbooks of its forerunner know, and one with the secrets, which win.
 * @returns the paths in the order in which Ansible must read them.
 */
export async function writeVariableFiles(workspace: Workspace, job: Job, details: TaskDetails): Promise<string[]> {
  const facts = { task_details: details };
  const variables = { ...job.variables, switchyard_vars: facts, semaphore_vars: facts };
  const files = [writeSecretFile(workspace, 'variables.yml', unsafeYaml(variables))];
  if (Object.keys(job.secret_variables).length > 0) {
    files.push(writeSecretFile(workspace, 'secret-variables.yml', unsafeYaml(job.secret_variables)));
  }
  return Promise.all(files);
}
