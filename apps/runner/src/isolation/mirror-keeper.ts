import { chown, mkdir, mkdtemp, realpath } from 'node:fs/promises';
import path from 'node:path';
import { anySignal } from '@switchyard/concurrency';
import type { Job, JobRepository } from '@switchyard/contracts';
import type { AttemptContext, AttemptMirrors, ExecutionResult } from '../attempt/attempt-context.js';
import { type PlacelessContext, silentContext } from '../attempt/silent-context.js';
import { throwIfStopped } from '../attempt-failure.js';
import { removeTree } from '../files/remove-tree.js';
import type { CheckoutName } from '../git/checkout.js';
import { refreshMirror } from '../git/refresh-mirror.js';
import type { Execute } from '../attempt/attempt-run.js';
import type { WorkDirectory } from '../attempt/work-directory.js';
import type { AttemptUser } from './attempt-user.js';
import { lendKnownHosts } from './known-hosts.js';
import { localPaths } from './local-paths.js';
import { projectDirectory } from './project-cache.js';
import type { Sandboxes } from './sandboxes.js';

/** Longest time to bring one mirror up to date, in milliseconds. */
const PATIENCE_MS = 30 * 60_000;

interface Parts {
  user: AttemptUser;
  sandboxes: Sandboxes;
  work: WorkDirectory;
}

type Wanted = Pick<AttemptContext, 'job' | 'localRules'>;

/**
 * Keeps mirrors of repositories, apart for each project. A user that runs no task fetches them, so tasks can read but not
 * change them. An attempt never waits for it: what its mirror lacks it fetches itself, and requests that the rest is fetched here.
 * One mirror is fetched at a time, so that the credentials of two never meet. Branches are listed by the same user, in turn
 * with the mirrors.
 */
export class MirrorKeeper {
  private readonly closing = new AbortController();
  private readonly waiting = new Set<string>();
  private last: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: Parts) {}

  /** The directory of the project's mirrors. @param cacheDir cache of the project, without links */
  directory(cacheDir: string): Promise<string> {
    return projectDirectory(path.join(cacheDir, 'git'), this.parts.user, 0o755);
  }

  /** Refreshes that an attempt may request: those of its own repositories. */
  of(context: AttemptContext): Pick<AttemptMirrors, 'refresh'> {
    return {
      refresh: async (which, isBroken) => this.refresh(context, which, isBroken),
    };
  }

  /** Lists branches for a context that has no directory yet. */
  list(context: PlacelessContext, list: Execute): Promise<ExecutionResult> {
    const listed = this.last.then(() => this.run(context, list));
    this.last = listed.catch(() => undefined);
    return listed;
  }

  async close(): Promise<void> {
    this.closing.abort('kill');
    await this.last;
  }

  private refresh({ job, localRules }: Wanted, which: CheckoutName, isBroken: boolean): void {
    const repository = which === 'repository' ? job.repository : (job.inventory?.repository ?? null);
    const id = JSON.stringify([job.project_id, repository]);
    if (repository === null || this.waiting.has(id) || this.closing.signal.aborted) {
      return;
    }
    this.waiting.add(id);
    this.last = this.last
      .then(() => this.fetch({ job: fetchJob(job, repository), localRules }, isBroken))
      .catch(() => undefined)
      .finally(() => this.waiting.delete(id));
  }

  private async fetch(wanted: Wanted, isBroken: boolean): Promise<void> {
    const context = { ...silentContext(wanted), stop: AbortSignal.timeout(PATIENCE_MS) };
    await this.run(context, (placed) => refreshMirror(placed, isBroken));
  }

  private async run(given: PlacelessContext, work: Execute): Promise<ExecutionResult> {
    throwIfStopped(given.stop);
    const parts = this.parts;
    const use = await parts.work.cache.use(given.job.project_id);
    const dir = await mkdtemp(path.join(await realpath(parts.work.root), 'attempts', 'mirror-'));
    try {
      const stop = anySignal([this.closing.signal, given.stop]);
      return await this.runIn(dir, { ...given, stop, cacheDir: await realpath(use.dir) }, work);
    } finally {
      await removeTree(dir);
      await use.release();
    }
  }

  private async runIn(dir: string, context: Omit<AttemptContext, 'dir'>, work: Execute): Promise<ExecutionResult> {
    const { user, sandboxes } = this.parts;
    const cacheDir = path.join(dir, 'cache');
    await mkdir(cacheDir, { mode: 0o700 });
    await chown(cacheDir, user.uid, user.gid);
    const binds = [{ source: await this.directory(context.cacheDir), seen: path.join(cacheDir, 'git') }];
    const sandbox = await sandboxes.make(user, { attemptDir: dir, binds, repositories: localPaths(context) });
    const kill = (): void => void sandbox.end();
    context.stop.addEventListener('abort', kill, { once: true });
    try {
      await lendKnownHosts(context.cacheDir, sandbox.files, cacheDir);
      return await work({ ...context, dir, cacheDir, place: sandbox });
    } finally {
      context.stop.removeEventListener('abort', kill);
      await sandboxes.end(sandbox);
    }
  }
}

/** The job without anything but its repository. */
function fetchJob(job: Job, repository: JobRepository): Job {
  const nothing = { variables: {}, secret_variables: {}, env: {}, secret_env: {}, vaults: [], inventory: null };
  return { ...job, ...nothing, arguments: [], task_arguments: [], planning: null, repository };
}
