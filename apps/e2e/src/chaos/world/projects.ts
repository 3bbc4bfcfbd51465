import { chmod, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createGitRepository, type TestGitRepository } from '@switchyard/testing';
import type { ApiClient } from '../../support/api-client.js';
import { createProject, createTemplate } from '../../support/project.js';

/** Tag of the simulated runners; the real ones take what has none. */
export const SIMULATED_TAG = 'simulated';
/** Most tasks of the limited project at once. */
const LIMIT = 5;
/** Lines that the script for real runners prints. */
export const REAL_LINES = 40;

/** A template and the project it is in. */
export interface Launchable {
  projectId: number;
  templateId: number;
}

/** One of each kind of work. */
export interface Work {
  /** Launches ten times as much as the quiet one, on the same runners. */
  noisy: Launchable;
  quiet: Launchable;
  /** In a project with a limit. */
  limited: Launchable;
  /** One task at a time. */
  exclusive: Launchable;
  /** Its plan waits for a decision. */
  planned: Launchable;
  /** For real runners with real scripts. */
  real: Launchable;
}

export interface Projects {
  work: Work;
  /** Written by the scripts of real runners: `start <task>` and `end <task>`. */
  sideEffects: string;
  /** Repository of every project. */
  gitUrl: string;
  remove(): Promise<void>;
}

export async function createProjects(client: ApiClient): Promise<Projects> {
  const repository = await createGitRepository({ 'run.sh': '' });
  // Beside the repository, which is of the little that separated tasks see of the machine's temporary files.
  const sideEffects = join(dirname(repository.path), 'side-effects');
  await writeFile(sideEffects, '');
  await chmod(sideEffects, 0o666);
  await repository.commit({ 'run.sh': script(sideEffects) });
  const project = (more: object) => createProject(client, repository.path, more);
  const launchable = async (more: { project?: object; template?: object }): Promise<Launchable> => {
    const created = await project(more.project ?? {});
    const template = { allow_parallel_tasks: true, runner_tag: SIMULATED_TAG, ...more.template };
    return { projectId: created.id, templateId: await createTemplate(client, created, template) };
  };
  const work = {
    noisy: await launchable({}),
    quiet: await launchable({}),
    limited: await launchable({ project: { max_parallel_tasks: LIMIT } }),
    exclusive: await launchable({ template: { allow_parallel_tasks: false } }),
    planned: await launchable({ template: { app: 'terraform', playbook: '', inventory_id: null } }),
    real: await launchable({ template: { runner_tag: null } }),
  };
  return { work, sideEffects, gitUrl: repository.path, remove: () => removeRepository(repository) };
}

const removeRepository = (repository: TestGitRepository): Promise<void> => repository.remove();

const script = (sideEffects: string): string => `
echo "start $SWITCHYARD_TASK_ID" >> '${sideEffects}'
for i in $(seq 0 ${REAL_LINES - 1}); do echo "real $i"; sleep 0.05; done
echo "end $SWITCHYARD_TASK_ID" >> '${sideEffects}'
`;
