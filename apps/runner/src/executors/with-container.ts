import { hostname } from 'node:os';
import { join, sep } from 'node:path';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { Workspace } from '../attempt/workspace.js';
import { exists } from '../files/attempt-files.js';
import type { Bind } from '../process/place.js';
import { isImageAllowed } from '../process/containers/container-arguments.js';
import { ContainerPlace } from '../process/containers/container-place.js';
import type { CheckedOutAttempt } from './executor.js';
import { fetchImage } from './fetch-image.js';

/**
 * The attempt with a place in containers of its image, which is fetched where it is missing; without an image the attempt as it is.
 * Git of the runner stays outside; every program that the executor starts runs inside.
 * @throws AttemptFailure, AttemptStopped
 */
export async function withContainer(attempt: CheckedOutAttempt): Promise<CheckedOutAttempt> {
  const { context, workspace, checkout } = attempt;
  const { containers } = context;
  const { image } = context.job;
  const host = hostname();
  if (image === undefined) {
    if (containers?.engine.rules.isRequired) {
      throw new AttemptFailure(problem('image_required', { host }));
    }
    return attempt;
  }
  const file = containers?.engine.file ?? null;
  if (!containers || file === null) {
    throw new AttemptFailure(problem('tool_missing', { tool: containers?.engine.rules.engine ?? 'podman', host }));
  }
  const { engine, instance } = containers;
  if (!isImageAllowed(image, engine.rules.allowedImages)) {
    throw new AttemptFailure(problem('image_not_allowed', { image, host }));
  }
  if (!isWithin(checkout.dir, workspace.dir)) {
    throw new AttemptFailure(problem('image_directory', { host }));
  }
  const { digest, searchPath } = await fetchImage({ context, workspace, engine, file, image });
  const { dir: attemptDir, place: inner } = workspace;
  const binds = await bindsOf(workspace);
  const place = new ContainerPlace({ inner, engine, file, attemptDir, image, instance, toolset: digest, binds });
  workspace.onClose(() => place.close());
  const environment = { ...context.environment, PATH: searchPath };
  return { ...attempt, context: { ...context, environment }, workspace: { ...workspace, place } };
}

/** What tools see of the directories of the runner without a container, the mirrors only to read. */
async function bindsOf({ dir, cacheDir, sockets, place, files }: Workspace): Promise<Bind[]> {
  const placed = place.binds ?? [];
  const isNew = (path: string): boolean => !isWithin(path, dir) && !placed.some(({ seen }) => seen === path);
  const own = [dir, ...[cacheDir, sockets.path].filter(isNew)].map((path) => ({ source: path, seen: path }));
  const mirrors = join(cacheDir, 'git');
  const isShared = isNew(cacheDir) && (await exists(files, mirrors));
  return [...own, ...placed, ...(isShared ? [{ source: mirrors, seen: mirrors, isReadOnly: true }] : [])];
}

const isWithin = (path: string, dir: string): boolean => path.startsWith(`${dir}${sep}`);
