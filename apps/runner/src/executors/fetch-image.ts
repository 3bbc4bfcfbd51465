import { hostname } from 'node:os';
import { problem } from '@switchyard/contracts';
import { z } from 'zod';
import { AttemptFailure } from '../attempt-failure.js';
import type { AttemptContext } from '../attempt/attempt-context.js';
import type { Workspace } from '../attempt/workspace.js';
import { ownPlace } from '../process/own-place.js';
import type { Place } from '../process/place.js';
import type { ContainerEngine } from '../process/containers/container-engine.js';
import { openRegistry } from '../process/containers/registry-login.js';
import { runLogged } from './run-logged.js';

/** Where engines look for programs in an image that says nothing. */
const USUAL_PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
/** Longest path that is taken from an image, in characters. */
const LONGEST_PATH = 8_192;

interface Fetch {
  context: AttemptContext;
  workspace: Workspace;
  engine: ContainerEngine;
  file: string;
  image: string;
}

/** An image on this machine. */
interface FetchedImage {
  /** In its registry, or its id where it came from none: `sha256:` and hex. */
  digest: string;
  /** Where its programs are. */
  searchPath: string;
}

/**
 * Fetches an image where it is missing, and writes down which one it is: a tag may be another one tomorrow.
 * @throws AttemptFailure, AttemptStopped
 */
export async function fetchImage({ context, workspace, engine, file, image }: Fetch): Promise<FetchedImage> {
  const { log } = context;
  log.section('dependencies', image);
  let found = await inspected(engine, image);
  if (found === null) {
    const login = await openRegistry(workspace.dir, image, context.job.image_key);
    const command = { file, args: ['pull', '--quiet', image], cwd: '/', env: { ...engine.env, ...login.env } };
    const place = enginePlace(workspace.place, workspace.dir);
    try {
      const { end } = await runLogged({ context, workspace: { ...workspace, place } }, command);
      found = end.exitCode === 0 ? await inspected(engine, image) : null;
    } finally {
      await login.close();
    }
  }
  if (found === null) {
    throw new AttemptFailure(problem('image_not_fetched', { image, host: hostname() }));
  }
  log.system(`Image ${image}: ${found.digest}`);
  context.reportFacts({ image_digest: found.digest });
  return found;
}

/** Answer of `image inspect`, as podman, docker and nerdctl have it in common. */
const Inspected = z
  .array(
    z.object({
      Id: z.string().regex(/^(sha256:)?[0-9a-f]{64}$/),
      RepoDigests: z.array(z.string()).nullish(),
      Config: z.object({ Env: z.array(z.string()).nullish() }).nullish(),
    }),
  )
  .length(1);

/** `null` = the image is not here. */
async function inspected(engine: ContainerEngine, image: string): Promise<FetchedImage | null> {
  const answer = await engine.ask(['image', 'inspect', image]);
  if (answer === null) {
    return null;
  }
  const [found] = Inspected.parse(JSON.parse(answer));
  const path = found?.Config?.Env?.findLast((entry) => entry.startsWith('PATH='))?.slice('PATH='.length);
  return {
    digest: digestOf(image, found?.RepoDigests ?? []) ?? `sha256:${found?.Id.replace(/^sha256:/, '') ?? ''}`,
    searchPath: path && path.length <= LONGEST_PATH ? path : USUAL_PATH,
  };
}

/** One image may be there under several names, each with a digest of its registry. */
function digestOf(image: string, digests: readonly string[]): string | undefined {
  const name = image.replace(/@.*$/, '').replace(/:[^/:]*$/, '');
  const own = digests.find((each) => `/${each}`.includes(`/${name}@`)) ?? digests[0];
  return /sha256:[0-9a-f]{64}$/.exec(own ?? '')?.[0];
}

/** Programs of the engine run as the runner, not as the user of the attempt. */
function enginePlace(inner: Place, attemptDir: string): Place {
  return { ...ownPlace(attemptDir), remember: (group, asked) => inner.remember(group, asked) };
}
