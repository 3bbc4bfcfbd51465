import { chmod, chown, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { FatalError } from '../gateway/gateway-errors.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import type { PlacelessContext } from '../attempt/silent-context.js';
import { withDirectories } from '../task/with-directories.js';
import type { WorkDirectory } from '../task/work-directory.js';
import { readAttemptUsers } from './attempt-user.js';
import { AttemptUsers } from './attempt-users.js';
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
import { longestStopMs } from '../process/stop-manner.js';
import { projectCache } from './project-cache.js';
import { UserLeases } from './user-leases.js';

/** May be passed through, not listed. */
const PASSABLE = 0o711;
/** How long the process of an attempt may take to end when it must at once, in milliseconds. */
const KILL_MS = 2_000;

const NO_LEASES =
  'The runner cannot lease user ids for the whole machine (/run must be writable, flock of util-linux installed): no other ' +
  'installation on this machine may have the same range';

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
    /** Whether attempts get namespaces. */
    private readonly isSeparate: boolean,
  ) {}

  /**
   * @param workDir the work directory of the runner
   * @throws FatalError when the setting cannot work here
   */
  static async open(setting: string, workDir: string, program: HostProgram = ownProgram()): Promise<Isolation> {
    const users = await readAttemptUsers(setting);
    const isRange = users.every(({ exclusive }) => exclusive);
    const leases = isRange ? await UserLeases.open(path.join(workDir, 'leases')) : null;
    return new Isolation(new AttemptUsers(users, leases), program, await canSeparate());
  }

  /** Most attempts at once, see {@link AttemptUsers.limit}. */
  limit(wanted: number): number {
    return this.users.limit(wanted);
  }

  /** What works less well than it could, for people; `null` = nothing. */
  get warning(): string | null {
    const faults = [this.isSeparate ? null : this.sharing, this.users.mayMeetOthers ? NO_LEASES : null];
    return faults.filter((fault) => fault !== null).join('. ') || null;
  }

  private get sharing(): string {
    const lack = 'The runner may not make namespaces (CAP_SYS_ADMIN, unshare and nsenter of util-linux): tasks share';
    const ssh = this.users.areNameless ? ', and ssh does not run for user ids without an account' : '';
    return `${lack} /tmp and the list of processes with the machine, caches end with each task${ssh}`;
  }

  /** Ends what an earlier process of this runner has left of attempts with users of their own. */
  async killLeftovers(runner: string): Promise<void> {
    await removeTemporaryFiles(await this.users.open(runner));
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
    const user = await this.users.take();
    try {
      await hosts.end(await hosts.start(user));
    } catch (error) {
      const fault = error instanceof Error ? error.message : String(error);
      throw new FatalError(
        `the user id ${user.uid} cannot start this program or reach the work directory ${root}: ${fault}`,
      );
    }
    const keeper = await this.users.appointKeeper();
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
    const dir = await realpath(context.dir);
    const host = await this.mountedHost({ ...context, dir }, prepared);
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
    this.users.close();
  }

  /** A process that sees what the attempt needs. One that waited and cannot be brought to it is replaced. */
  private async mountedHost(context: AttemptContext, prepared: Prepared): Promise<Host> {
    const { hosts } = prepared;
    const mounted = async (host: Host): Promise<Host> => {
      try {
        await this.mount(context, host, prepared, context.dir);
        return host;
      } catch (error) {
        await hosts.end(host);
        throw error;
      }
    };
    return mounted(await hosts.take(localPaths(context))).catch(async () => mounted(await hosts.fresh()));
  }

  /**
   * The next attempt is likely to be of the same project. What waits uses the cache that is mounted for it: a mount of
   * a directory that was removed meanwhile can neither be used nor covered.
   */
  private likely(context: AttemptContext, prepared: Prepared): (host: Host) => Promise<void> {
    const { job } = context;
    const { hosts, work } = prepared;
    return async (host) => {
      const use = await work.cache.use(job.project_id, () => void hosts.discard(host));
      host.atEnd.push(use.release);
      await this.mount({ job, cacheDir: use.dir }, host, prepared, null);
    };
  }

  private async mount(
    context: Pick<AttemptContext, 'job' | 'cacheDir'>,
    host: Host,
    { work, mirrors }: Prepared,
    dir: string | null,
  ): Promise<void> {
    const root = await realpath(work.root);
    const relative = (each: string): string => path.relative(root, each);
    await host.sandbox.mount(host.pid ?? 0, {
      attempt: dir && relative(dir),
      cache: mirrors && relative(await realpath(await projectCache(context.cacheDir, host.user))),
      mirrors: mirrors && relative(await realpath(await mirrors.directory(context))),
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
    const attempt = new HostedAttempt(
      host,
      { ...context, ...(mirrors && { mirrors: mirrors.of(context) }) },
      async () => {
        hosts.warm(this.likely(context, prepared));
        await keepKnownHosts(context.cacheDir, cacheDir);
      },
    );
    const late = killWhenLate(context, () => hosts.kill(host, dir));
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
function killWhenLate({ stop, kill: atOnce, job }: AttemptContext, kill: () => Promise<unknown>): AbortController {
  const over = new AbortController();
  const watch = (ms: number): void => {
    const timer = setTimeout(() => void kill(), ms);
    over.signal.addEventListener('abort', () => clearTimeout(timer), { once: true });
  };
  onAbort(stop, () => watch(stop.reason === 'kill' ? KILL_MS : longestStopMs(job)), over.signal);
  onAbort(atOnce, () => watch(KILL_MS), over.signal);
  return over;
}

function onAbort(signal: AbortSignal | undefined, act: () => void, over: AbortSignal): void {
  if (signal?.aborted) {
    act();
  } else {
    signal?.addEventListener('abort', act, { once: true, signal: over });
  }
}
