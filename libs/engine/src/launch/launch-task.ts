import type { Ignored } from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';
import { QuotaUsedError } from '../errors.js';
import type { Engine } from '../ports.js';
import { createTask, createTaskOnce } from './create-task.js';
import type { KnownLaunch } from './launch-keys.js';
import type { LaunchOrigin } from './launch-origin.js';
import { launchedTask, type LaunchedTask, type LaunchRequest, referencesOf, requireComplete } from './launched-task.js';
import type { NewTask } from './new-task.js';
import { findOnce, type OnceKey } from './once.js';
import { readSources } from './task-sources.js';
import { draftOf } from './task-draft.js';

/** A new task and its template, or the launch that came first under the same key. */
export type Launched = { task: Task; template: Template } | { known: KnownLaunch };

/**
 * Starts a task for people, schedules and integrations; deploys that follow a success by themselves are started by the
 * same rules in the transaction of that success. With a key, the same launch is started once.
 * @throws MissingReferenceError when the project has no such template, inventory or build task
 * @throws LaunchRefusedError when the launch does not fit the template
 * @throws QuotaUsedError when the project has used up what it may use
 */
export async function launchTask(
  engine: Engine,
  origin: LaunchOrigin,
  request: LaunchRequest,
  key: OnceKey | null = null,
): Promise<Launched> {
  const known = key && (await findOnce(engine, key));
  if (known) {
    return { known };
  }
  await requireQuota(engine, request.projectId);
  const sources = await readSources(engine, referencesOf(request));
  requireComplete(sources);
  const task = await sealedTask(engine, launchedTask(origin, request, sources));
  if (key === null) {
    return { task: await createTask(engine, task, sources), template: sources.template };
  }
  const stored = await createTaskOnce(engine, task, sources, key);
  return 'task' in stored ? { task: stored.task, template: sources.template } : stored;
}

export async function requireQuota({ quota, dataSource }: Engine, projectId: number): Promise<void> {
  const used = (await quota?.refusals(dataSource, [projectId]))?.get(projectId);
  if (used) {
    throw new QuotaUsedError(used);
  }
}

/** The task with its secret answers sealed. */
export async function sealedTask({ secrets: sealing }: Engine, { task, secrets }: LaunchedTask): Promise<NewTask> {
  if (Object.keys(secrets).length === 0) {
    return task;
  }
  return { ...task, secret: await sealing.seal(JSON.stringify(secrets), taskSecretContext(task.projectId)) };
}

/**
 * Encryption context of a task's secret answers: bound to the project, because the task's id is not known before its
 * insert.
 */
export const taskSecretContext = (projectId: number): string => `task_secret:${projectId}`;

/**
 * Returns the parts that a launch would ignore; nothing is stored.
 * @throws as `launchTask`
 */
export async function judgeLaunch(engine: Engine, origin: LaunchOrigin, request: LaunchRequest): Promise<Ignored[]> {
  const sources = await readSources(engine, referencesOf(request));
  requireComplete(sources);
  const { task } = launchedTask(origin, request, sources);
  draftOf(task, sources, null);
  return task.ignored ?? [];
}
