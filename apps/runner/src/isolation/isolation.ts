import { chmod, chown, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { FatalError } from '../gateway/gateway-errors.js';
import { processesOf } from '../process/attempt-processes.js';
import { endProcesses } from '../process/end-processes.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import type { PlacelessContext } from '../attempt/silent-context.js';
import { withDirectories } from '../task/with-directories.js';
import type { WorkDirectory } from '../task/work-directory.js';
import { AttemptUsers, readAttemptUsers } from './attempt-user.js';
import { handOver } from './hand-over.js';
import type { Host } from './host.js';
import type { JobMessage } from './host-messages.js';
import { type HostProgram, installHostProgram, ownProgram } from './host-program.js';
import { HostedAttempt } from './hosted-attempt.js';
import { Hosts, removeTemporaryFiles } from './hosts.js';
import { keepKnownHosts, lendKnownHosts } from './known-hosts.js';
import { localPaths } from './local-paths.js';
import { MirrorKeeper } from './mirror-keeper.js';
import { canSeparate } from './namespaces.js';
import { projectCache } from './project-cache.js';

/** May be passed through, not listed. */
const PASSABLE = 0o711;
/** How long the process of an attempt may take to end after the order, in milliseconds; then all is killed. */
const END_MS = { stop: 9_000, kill: 2_000 } as const;

type HostedWork = Extract<JobMessage['work'], 'execute' | 'list-branches'>;

interface Prepared {
  work: WorkDirectory;
  hosts: Hosts;
  mirrors: MirrorKeeper | null;
}

/**
 * Runs attempts under other users than the runner's own. For each one a process is started as its user, and all that an
 * executor does, it does there: the runner itself, which is root, touches nothing in the directory of an attempt from
 * the moment it hands it over until the last process of the attempt is gone.
 */
export class Isolation {
  private prepared: Prepared | null = null;

  private constructor(
    private readonly users: AttemptUsers,
    private readonly program: HostProgram,
    /** Whether attempts get a mount namespace. */
    private readonly isSeparate: boolean,
  ) {}

  /** @throws FatalError when the setting cannot work here */
  static async open(setting: string, program: HostProgram = ownProgram()): Promise<Isolation> {
    return new Isolation(new AttemptUsers(await readAttemptUsers(setting)), program, await canSeparate());
  }

  /** Most attempts at once, see {@link AttemptUsers.limit}. */
  limit(wanted: number): number {
    return this.users.limit(wanted);
  }

  /** What works less well than it could, for people; `null` = nothing. */
  get warning(): string | null {
    if (this.isSeparate) {
      return null;
    }
    const lack =
      'The runner may not make mount namespaces (CAP_SYS_ADMIN, unshare and nsenter of util-linux): tasks share';
    const ssh = this.users.areNameless ? ', and ssh does not run for user ids without an account' : '';
    return `${lack} /tmp with the machine, caches end with each task${ssh}`;
  }

  /** Ends what an earlier runner has left of attempts with users of their own. */
  async killLeftovers(): Promise<void> {
    const uids = this.users.exclusive;
    await endProcesses(() => (uids.size > 0 ? processesOf(uids) : []), 0);
    await removeTemporaryFiles(uids);
  }

  /**
   * Opens the way to the directories of attempts, and tries it.
   * @param hidden directories that attempts must not see
   * @throws FatalError when the users cannot go it, or cannot start this program
   */
  async prepare(work: WorkDirectory, hidden: readonly string[]): Promise<void> {
    const root = await realpath(work.root);
    await Promise.all([root, path.join(root, 'attempts')].map((dir) => chmod(dir, PASSABLE)));
    const program = await installHostProgram(this.program, path.join(root, 'program'));
    const hosts = new Hosts(this.users, { work: root, program, hidden, isSeparate: this.isSeparate });
    await hosts.open();
    const user = this.users.take();
    try {
      await hosts.end(await hosts.start(user));
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      throw new FatalError(
        `the user id ${user.uid} cannot start this program or reach the work directory ${root}: ${fault}`,
      );
    }
    const { keeper } = this.users;
    const mirrors = keeper && this.isSeparate ? new MirrorKeeper({ user: keeper, hosts, work }) : null;
    this.prepared = { work, hosts, mirrors };
  }

  /** Executes an attempt as one of the users. */
  execute = (context: AttemptContext): Promise<ExecutionResult> => this.run(context, 'execute');

  /** Lists branches as the user that keeps mirrors, or as one of attempts where there is none. */
  listBranches = (context: PlacelessContext): Promise<ExecutionResult> => {
    const { mirrors, work } = this.ready;
    return mirrors
      ? mirrors.list(context)
      : withDirectories(work, context, (placed) => this.run(placed, 'list-branches'));
  };

  private get ready(): Prepared {
    if (!this.prepared) {
      throw new Error('attempts with users of their own are not prepared');
    }
    return this.prepared;
  }

  private async run(context: AttemptContext, kind: HostedWork): Promise<ExecutionResult> {
    const prepared = this.ready;
    const { hosts } = prepared;
    const [dir, host] = await Promise.all([realpath(context.dir), hosts.take(localPaths(context))]);
    try {
      return await this.serve({ ...context, dir }, host, { ...prepared, kind });
    } finally {
      await hosts.end(host, dir);
      await chown(dir, 0, 0);
      hosts.warm(this.likely(context, prepared));
    }
  }

  /** Ends the processes that wait for attempts. */
  async close(): Promise<void> {
    await this.prepared?.mirrors?.close();
    await this.prepared?.hosts.close();
  }

  /** The next attempt is likely to be of the same project. */
  private likely(context: AttemptContext, prepared: Prepared): (host: Host) => Promise<void> {
    const { job } = context;
    return async (host) => {
      const use = await prepared.work.cache.use(job.project_id);
      try {
        await this.mount({ job, cacheDir: use.dir }, host, prepared, null);
      } finally {
        await use.release();
      }
    };
  }

  private async mount(
    context: Pick<AttemptContext, 'job' | 'cacheDir'>,
    host: Host,
    { work, mirrors }: Prepared,
    home: string | null,
  ): Promise<void> {
    const relative = (dir: string): string => path.relative(work.root, dir);
    await host.sandbox.mount(host.pid ?? 0, {
      home,
      cache: mirrors && relative(await projectCache(context.cacheDir, host.user)),
      mirrors: mirrors && relative(await mirrors.directory(context)),
      repositories: localPaths(context),
    });
  }

  private async serve(
    context: AttemptContext,
    host: Host,
    { kind, ...prepared }: Prepared & { kind: HostedWork },
  ): Promise<ExecutionResult> {
    const { dir } = context;
    const { hosts, mirrors } = prepared;
    const cacheDir = path.join(dir, 'cache');
    await mkdir(cacheDir, { mode: 0o700 });
    await lendKnownHosts(context.cacheDir, cacheDir);
    await handOver(dir, host.user);
    await this.mount(context, host, prepared, path.join(dir, 'home'));
    const attempt = new HostedAttempt(
      host,
      { ...context, ...(mirrors && { mirrors: mirrors.of(context) }) },
      async () => {
        hosts.warm(this.likely(context, prepared));
        await keepKnownHosts(context.cacheDir, cacheDir);
      },
    );
    const late = killWhenLate(context.stop, () => hosts.kill(host, dir));
    const downloads = mirrors ? host.sandbox.cache : null;
    try {
      return await attempt.run({
        work: kind,
        cacheDir,
        downloads,
        mirrors: mirrors ? host.sandbox.mirrors : null,
      });
    } finally {
      late.abort();
    }
  }
}

/** Calls `kill` when an order to stop is not carried out in time; aborted when nothing is left to stop. */
function killWhenLate(stop: AbortSignal, kill: () => Promise<unknown>): AbortController {
  const over = new AbortController();
  const watch = (): void => {
    const timer = setTimeout(() => void kill(), END_MS[stop.reason === 'kill' ? 'kill' : 'stop']);
    over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  if (stop.aborted) {
    watch();
  } else {
    stop.addEventListener('abort', watch, { once: true, signal: over.signal });
  }
  return over;
}
