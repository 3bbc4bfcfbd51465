import { mkdir, mkdtemp, realpath } from 'node:fs/promises';
import path from 'node:path';
import { anySignal } from '@switchyard/concurrency';
import type { Job, JobRepository } from '@switchyard/contracts';
import type { AttemptContext, AttemptMirrors, ExecutionResult } from '../attempt/attempt-context.js';
import { type PlacelessContext, silentContext } from '../attempt/silent-context.js';
import { throwIfStopped } from '../attempt-failure.js';
import { removeTree } from '../attempt/remove-tree.js';
import type { WorkDirectory } from '../task/work-directory.js';
import type { AttemptUser } from './attempt-user.js';
import { handOver } from './hand-over.js';
import type { JobMessage, MirroredRepository } from './host-messages.js';
import { HostedAttempt } from './hosted-attempt.js';
import type { Hosts } from './hosts.js';
import { lendKnownHosts } from './known-hosts.js';
import { localPaths } from './local-paths.js';
import { projectDirectory } from './project-cache.js';

/** Longest time to bring one mirror up to date, in milliseconds. */
const PATIENCE_MS = 30 * 60_000;

interface Parts {
  user: AttemptUser;
  hosts: Hosts;
  work: WorkDirectory;
}

type KeeperWork = Exclude<JobMessage['work'], 'execute'>;

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

  /** The directory of the project's mirrors. */
  directory({ cacheDir }: Pick<AttemptContext, 'cacheDir'>): Promise<string> {
    return projectDirectory(cacheDir, 'git', this.parts.user, 0o755);
  }

  /** What an attempt may request: its own repositories. */
  of(context: AttemptContext): AttemptMirrors {
    return {
      dir: '',
      refresh: async (which, isBroken) => this.refresh(context, which, isBroken),
    };
  }

  /** Lists branches for a context that has no directory yet. */
  list(context: PlacelessContext): Promise<ExecutionResult> {
    const listed = this.last.then(() => this.run(context, 'list-branches'));
    this.last = listed.catch(() => undefined);
    return listed;
  }

  async close(): Promise<void> {
    this.closing.abort('kill');
    await this.last;
  }

  private refresh({ job, localRules }: Wanted, which: MirroredRepository, isBroken: boolean): void {
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
    await this.run(context, isBroken ? 'replace-mirror' : 'refresh-mirror');
  }

  private async run(given: PlacelessContext, kind: KeeperWork): Promise<ExecutionResult> {
    throwIfStopped(given.stop);
    const { user, hosts, work } = this.parts;
    const use = await work.cache.use(given.job.project_id);
    const dir = await mkdtemp(path.join(await realpath(work.root), 'attempts', 'mirror-'));
    const stop = anySignal([this.closing.signal, given.stop]);
    try {
      const context = { ...given, dir, cacheDir: use.dir, stop };
      const host = await hosts.start(user);
      try {
        const cacheDir = path.join(dir, 'cache');
        await mkdir(cacheDir, { mode: 0o700 });
        await lendKnownHosts(use.dir, cacheDir);
        await handOver(dir, user);
        const root = await realpath(work.root);
        const mirrors = path.relative(root, await realpath(await this.directory(context)));
        const mounts = { attempt: path.relative(root, dir), cache: null, mirrors, repositories: localPaths(context) };
        await host.sandbox.mount(host.pid ?? 0, mounts);
        const order = { work: kind, cacheDir, downloads: null } as const;
        const ended = new HostedAttempt(host, context, () => Promise.resolve()).run({
          ...order,
          mirrors: host.sandbox.mirrors,
        });
        stop.addEventListener('abort', () => host.kill(), { once: true });
        return await ended;
      } finally {
        await hosts.end(host, dir);
      }
    } finally {
      await removeTree(dir);
      await use.release();
    }
  }
}

/** The job without anything but its repository. */
function fetchJob(job: Job, repository: JobRepository): Job {
  const nothing = { variables: {}, secret_variables: {}, env: {}, secret_env: {}, vaults: [], inventory: null };
  return { ...job, ...nothing, arguments: [], task_arguments: [], planning: null, repository };
}
