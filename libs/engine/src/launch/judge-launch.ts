import type { Ignored } from '@switchyard/contracts';
import type { Engine } from '../ports.js';
import type { LaunchOrigin } from './launch-origin.js';
import { launchedTask, type LaunchRequest, referencesOf, requireComplete } from './launched-task.js';
import { draftOf } from './task-draft.js';
import { readSources } from './task-sources.js';

/**
 * What a launch would drop, stored by nobody.
 * @throws as `launchTask`
 */
export async function judgeLaunch(engine: Engine, origin: LaunchOrigin, request: LaunchRequest): Promise<Ignored[]> {
  const sources = await readSources(engine, referencesOf(request));
  requireComplete(sources);
  const { task } = launchedTask(origin, request, sources);
  draftOf(task, sources, null);
  return task.ignored ?? [];
}
