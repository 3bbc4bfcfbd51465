import { hostname } from 'node:os';
import { problem } from '@switchyard/contracts';
import { AttemptFailure } from '../attempt-failure.js';
import type { AttemptContext } from '../attempt/attempt-context.js';
import type { Workspace } from '../attempt/workspace.js';
import type { CheckedOutAttempt } from './executor.js';
import { runLogged } from './run-logged.js';
import { ownPlace } from '../process/own-place.js';
import type { Place } from '../process/place.js';
import { isImageAllowed } from '../process/containers/container-arguments.js';
import type { ContainerEngine } from '../process/containers/container-engine.js';
import { ContainerPlace } from '../process/containers/container-place.js';

/**
 * The attempt with a place in containers of its image, which is fetched where it is missing; without an image the attempt as it is.
 * Git, and all that prepares the attempt, stays outside.
 * @throws AttemptFailure, AttemptStopped
 */
export async function withContainer(attempt: CheckedOutAttempt): Promise<CheckedOutAttempt> {
  const { context, workspace, checkout } = attempt;
  const { job, containers } = context;
  const { image } = job;
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
  const { dir: attemptDir, place: inner } = workspace;
  if (!isImageAllowed(image, engine.rules.allowedImages)) {
    throw new AttemptFailure(problem('image_not_allowed', { image, host }));
  }
  if (!checkout.dir.startsWith(`${attemptDir}/`)) {
    throw new AttemptFailure(problem('image_directory', { host }));
  }
  await fetchImage({ context, workspace, engine, file, image });
  const place = new ContainerPlace({ inner, engine, file, attemptDir, image, instance });
  workspace.onClose(() => place.kill([]));
  return { ...attempt, workspace: { ...workspace, place } };
}

interface Fetch {
  context: AttemptContext;
  workspace: Workspace;
  engine: ContainerEngine;
  file: string;
  image: string;
}

/** Writes down which image it is: a tag may be another one tomorrow. */
async function fetchImage({ context, workspace, engine, file, image }: Fetch): Promise<void> {
  const { log } = context;
  log.section('dependencies', image);
  if ((await digestOf(engine, image)) === null) {
    const command = { file, args: ['pull', '--quiet', image], cwd: '/', env: engine.env };
    const place = enginePlace(workspace.place, workspace.dir);
    const { end } = await runLogged({ context, workspace: { ...workspace, place } }, command);
    if (end.exitCode !== 0) {
      throw new AttemptFailure(problem('image_not_fetched', { image, host: hostname() }));
    }
  }
  log.system(`Image ${image}: ${(await digestOf(engine, image)) ?? 'digest unknown'}`);
}

/** Digest in its registry, or its id where it came from none; `null` = the image is not here. */
async function digestOf(engine: ContainerEngine, image: string): Promise<string | null> {
  const answer = await engine.ask(['image', 'inspect', '--format={{.Id}} {{json .RepoDigests}}', image]);
  return answer === null
    ? null
    : ((/sha256:[0-9a-f]{64}/.exec(answer.split(' ').slice(1).join(' ')) ?? /\S+/.exec(answer))?.[0] ?? '');
}

/** Programs of the engine run as the runner, not as the user of the attempt. */
function enginePlace(inner: Place, attemptDir: string): Place {
  return { ...ownPlace(attemptDir), remember: (group, asked) => inner.remember(group, asked) };
}
