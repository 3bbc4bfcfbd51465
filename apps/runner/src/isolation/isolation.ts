import { chmod, chown, mkdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { messageOf } from '@switchyard/concurrency';
import type { RunnerSeparation } from '@switchyard/contracts';
import { FatalError } from '../gateway/gateway-errors.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import type { PlacelessContext } from '../attempt/silent-context.js';
import { longestStopMs } from '../process/stop-manner.js';
import type { Execute } from '../attempt/attempt-run.js';
import { withDirectories } from '../attempt/with-directories.js';
import type { WorkDirectory } from '../attempt/work-directory.js';
import { type AttemptUser, readAttemptUsers } from './attempt-user.js';
import { AttemptUsers } from './attempt-users.js';
import { keepKnownHosts, lendKnownHosts } from './known-hosts.js';
import { localPaths } from './local-paths.js';
import { MirrorKeeper } from './mirror-keeper.js';
import type { Bind } from '../process/place.js';
import { type SeparationMeans, separationMeans } from './namespaces.js';
import { downloads } from './project-cache.js';
import type { Sandbox } from './sandbox.js';
import { askLeftTools, removeTemporaryFiles, Sandboxes } from './sandboxes.js';
import { UserLocks } from './user-locks.js';

/** May be passed through, not listed. */
const PASSABLE = 0o711;
const PRIVATE = 0o700;
/** How long an attempt may take to end when it must at once, in milliseconds. */
const KILL_MS = 2_000;

const NO_LEASES =
  'The runner cannot lock user ids for the whole machine (/run must be writable, flock of util-linux installed): no other ' +
  'installation on this machine may have the same range';

interface Prepared {
  work: WorkDirectory;
  sandboxes: Sandboxes;
  mirrors: MirrorKeeper | null;
}

/**
 * Runs attempts under other users than the runner's own. The runner, which is root, works through the attempt itself; it starts
 * nothing but single programs as the user, and touches the files of the attempt through its place alone.
 */
export class Isolation {
  private prepared: Prepared | null = null;

  private constructor(
    private readonly users: AttemptUsers,
    /** `null` = attempts get no namespaces. */
    private readonly means: SeparationMeans | null,
  ) {}

  /**
   * @param workDir the work directory of the runner
   * @throws FatalError when the setting cannot work here
   */
  static async open(setting: string, workDir: string): Promise<Isolation> {
    const users = await readAttemptUsers(setting);
    const isRange = users.every(({ exclusive }) => exclusive);
    const locks = isRange ? await UserLocks.open(path.join(workDir, 'user-locks')) : null;
    return new Isolation(new AttemptUsers(users, locks), await separationMeans());
  }

  /** Most attempts at once, see {@link AttemptUsers.limit}. */
  limit(wanted: number): number {
    return this.users.limit(wanted);
  }

  /** Parts that work less well than they could, for people; `null` = none. */
  get warning(): string | null {
    const faults = [this.means ? null : this.sharing, this.users.mayMeetOthers ? NO_LEASES : null];
    return faults.filter((fault) => fault !== null).join('. ') || null;
  }

  /** Isolation of a task from the runner and from others, for people. */
  get separation(): string {
    const users = this.users.areExclusive ? 'a user id for each task' : 'an account for all tasks';
    return this.means ? `${users}, and namespaces` : users;
  }

  /** The same as a word. */
  get degree(): RunnerSeparation {
    return this.means && this.users.areExclusive ? 'full' : 'partial';
  }

  private get sharing(): string {
    const lack = 'The runner may not make namespaces (CAP_SYS_ADMIN, unshare and nsenter of util-linux): tasks share';
    const ssh = this.users.areNameless ? ', and ssh does not run for user ids without an account' : '';
    return `${lack} /tmp and the list of processes with the machine, caches end with each task${ssh}`;
  }

  /** Ends what an earlier process of this runner has left of attempts with users of their own; tools that change a state are asked. */
  async killLeftovers({ root, instance }: WorkDirectory): Promise<void> {
    await askLeftTools(root);
    await removeTemporaryFiles(await this.users.open(instance));
  }

  /**
   * Opens the way to the directories of attempts, and tries it.
   * @param hidden directories that attempts must not see
   * @throws FatalError when the users cannot go it
   */
  async prepare(work: WorkDirectory, hidden: readonly string[]): Promise<void> {
    const root = await realpath(work.root);
    const mode = this.means ? PRIVATE : PASSABLE;
    await Promise.all([root, path.join(root, 'attempts')].map((dir) => chmod(dir, mode)));
    const sandboxes = new Sandboxes(this.users, { work: root, hidden, means: this.means });
    await sandboxes.open();
    await this.tryOut(sandboxes, work);
    const keeper = await this.users.appointKeeper();
    const mirrors = keeper && this.means ? new MirrorKeeper({ user: keeper, sandboxes, work }) : null;
    this.prepared = { work, sandboxes, mirrors };
  }

  /** Executes an attempt as one of the users. */
  async run(context: AttemptContext, execute: Execute): Promise<ExecutionResult> {
    const { sandboxes, mirrors } = this.ready;
    const dir = await realpath(context.dir);
    const user = await this.users.take();
    const cacheDir = path.join(dir, 'cache');
    await mkdir(cacheDir, { mode: PRIVATE });
    await chown(cacheDir, user.uid, user.gid);
    const binds = mirrors ? await this.kept(context, user, { dir, cacheDir, mirrors }) : [];
    const sandbox = await sandboxes.make(user, { attemptDir: dir, binds, repositories: localPaths(context) });
    const late = killWhenLate(context, () => sandbox.end());
    try {
      await lendKnownHosts(context.cacheDir, sandbox.files, cacheDir);
      return await execute({
        ...context,
        dir,
        cacheDir,
        place: sandbox,
        hasOwnUser: user.exclusive,
        ...(mirrors && { mirrors: { ...mirrors.of(context), dir: mirrorsOf(dir) } }),
        reportStart: async () => {
          await keepKnownHosts(context.cacheDir, sandbox.files, cacheDir);
          await context.reportStart();
        },
      });
    } finally {
      late.abort();
      await sandboxes.end(sandbox);
      await chown(dir, 0, 0);
    }
  }

  /** Lists branches as the user that keeps mirrors, or as one of attempts where there is none. */
  listBranches(context: PlacelessContext, list: Execute): Promise<ExecutionResult> {
    const { mirrors, work } = this.ready;
    return mirrors ? mirrors.list(context, list) : withDirectories(work, context, (placed) => this.run(placed, list));
  }

  async close(): Promise<void> {
    await this.prepared?.mirrors?.close();
    this.users.close();
  }

  private get ready(): Prepared {
    if (!this.prepared) {
      throw new Error('attempts with users of their own are not prepared');
    }
    return this.prepared;
  }

  /** Mounts of what the project has kept of earlier attempts. */
  private async kept(
    context: AttemptContext,
    user: AttemptUser,
    { dir, cacheDir, mirrors }: { dir: string; cacheDir: string; mirrors: MirrorKeeper },
  ): Promise<Bind[]> {
    const kept = await realpath(context.cacheDir);
    const source = await mirrors.directory(kept);
    return [...(await downloads(kept, user, cacheDir)), { source, seen: mirrorsOf(dir), isReadOnly: true }];
  }

  private async tryOut(sandboxes: Sandboxes, work: WorkDirectory): Promise<void> {
    const attemptDir = await realpath(await work.createAttempt(0));
    let sandbox: Sandbox | null = null;
    try {
      sandbox = await sandboxes.take({ attemptDir, binds: [], repositories: [] });
      const command = { file: 'test', args: ['-w', attemptDir], cwd: attemptDir, env: { PATH: '/usr/bin:/bin' } };
      const { exitCode } = await (await sandbox.start(command, 'ignore')).ended;
      if (exitCode !== 0) {
        throw new Error(`exit code ${exitCode}`);
      }
    } catch (error) {
      const fault = messageOf(error);
      const who = sandbox === null ? 'the users of tasks' : `the user id ${sandbox.user.uid}`;
      throw new FatalError(`${who} cannot reach the work directory ${work.root}: ${fault}`);
    } finally {
      await (sandbox && sandboxes.end(sandbox));
      await work.removeAttempt(0);
    }
  }
}

/** Where an attempt sees the mirrors of its project. */
const mirrorsOf = (attemptDir: string): string => path.join(attemptDir, 'mirrors');

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
