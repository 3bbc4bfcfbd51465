import { chmod, chown, lstat, mkdir, mkdtemp, readdir, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { FatalError } from '../gateway/gateway-errors.js';
import { attemptProcesses, processesOf } from '../process/attempt-processes.js';
import { endProcesses } from '../process/end-processes.js';
import type { AttemptContext, ExecutionResult } from '../task/attempt-context.js';
import { removeTree } from '../task/remove-tree.js';
import { type AttemptUser, AttemptUsers, readAttemptUsers } from './attempt-user.js';
import { type HostProgram, installHostProgram, ownProgram } from './host-program.js';
import { HostedAttempt, hostErrors, startHost } from './hosted-attempt.js';
import { keepKnownHosts, lendKnownHosts } from './known-hosts.js';

/** May be passed through, not listed. */
const PASSABLE = 0o711;
/** How long the process of an attempt may take to end after the order, in milliseconds; then all is killed. */
const END_MS = { stop: 9_000, kill: 2_000 } as const;
/** Directories that every user may write to. */
const SHARED_DIRS = ['/tmp', '/var/tmp', '/dev/shm'];

/**
 * Runs attempts under other users than the runner's own. For each one a process is started as its user, and all that an
 * executor does, it does there: the runner itself, which is root, touches nothing in the directory of an attempt from
 * the moment it hands it over until the last process of the attempt is gone. An attempt has caches of its own, which
 * are removed with it; of what it learns only host keys are kept.
 */
export class Isolation {
  private constructor(
    private readonly users: AttemptUsers,
    private program: HostProgram,
  ) {}

  /** @throws FatalError when the setting cannot work here */
  static async open(setting: string, program: HostProgram = ownProgram()): Promise<Isolation> {
    return new Isolation(new AttemptUsers(await readAttemptUsers(setting)), program);
  }

  /** Most attempts at once, see {@link AttemptUsers.limit}. */
  limit(wanted: number): number {
    return this.users.limit(wanted);
  }

  /** What works less well than it could, for people; `null` = nothing. */
  get warning(): string | null {
    return this.users.areNameless
      ? 'SWITCHYARD_RUNNER_RUN_AS has user ids without an account; ssh does not run for them'
      : null;
  }

  /** Ends what an earlier runner has left of attempts with users of their own. */
  async killLeftovers(): Promise<void> {
    const uids = this.users.exclusive;
    await endProcesses(() => (uids.size > 0 ? processesOf(uids) : []), 0);
    await removeTemporaryFiles(uids);
  }

  /**
   * Opens the way to the directories of attempts, and tries it.
   * @throws FatalError when the users cannot go it, or cannot start this program
   */
  async prepare(workDir: string): Promise<void> {
    const attempts = path.join(workDir, 'attempts');
    await Promise.all([workDir, attempts].map((dir) => chmod(dir, PASSABLE)));
    this.program = await installHostProgram(this.program, path.join(workDir, 'program'));
    const user = this.users.take();
    const dir = await mkdtemp(path.join(attempts, 'try-'));
    try {
      await chown(dir, user.uid, user.gid);
      const fault = await this.tryHost(user, dir);
      if (fault !== null) {
        throw new FatalError(
          `the user id ${user.uid} cannot start this program or reach the work directory ${workDir}: ${fault}`,
        );
      }
    } finally {
      await rm(dir, { recursive: true, force: true });
      this.users.giveBack(user);
    }
  }

  /** Executes an attempt as one of the users. */
  execute = async (context: AttemptContext): Promise<ExecutionResult> => {
    const user = this.users.take();
    const dir = await realpath(context.dir);
    const groups: number[] = [];
    try {
      return await this.host({ ...context, dir }, user, groups);
    } finally {
      const isOver = await endAttempt({ dir, user, groups });
      await chown(dir, 0, 0);
      await removeTemporaryFiles(new Set(user.exclusive ? [user.uid] : []));
      if (isOver) {
        this.users.giveBack(user);
      }
    }
  };

  private async host(context: AttemptContext, user: AttemptUser, groups: number[]): Promise<ExecutionResult> {
    const cacheDir = path.join(context.dir, 'cache');
    await mkdir(cacheDir, { mode: 0o700 });
    await lendKnownHosts(context.cacheDir, cacheDir);
    await handOver(context.dir, user);
    const child = startHost(this.program, user, context.dir);
    groups.push(...(child.pid === undefined ? [] : [child.pid]));
    const attempt = new HostedAttempt(child, context, () => keepKnownHosts(context.cacheDir, cacheDir));
    const impatience = killWhenLate(context.stop, () => endAttempt({ dir: context.dir, user, groups }));
    try {
      return await attempt.run(cacheDir);
    } finally {
      impatience.abort();
    }
  }

  private async tryHost(user: AttemptUser, dir: string): Promise<string | null> {
    const child = startHost(this.program, user, dir);
    child.stdin?.on('error', () => undefined).end();
    return new Promise((resolve) => {
      const errors = hostErrors(child).catch(() => '');
      child.once('error', (error) => resolve(error.message));
      child.once('exit', (code) => void errors.then((text) => resolve(code === 0 ? null : text || `code ${code}`)));
    });
  }
}

/** Gives a directory that this process has just filled to the user. */
async function handOver(dir: string, { uid, gid }: AttemptUser): Promise<void> {
  for (const entry of await readdir(dir, { recursive: true })) {
    await chown(path.join(dir, entry), uid, gid);
  }
  await chown(dir, uid, gid);
}

/** @returns whether no process is left */
function endAttempt(attempt: { dir: string; user: AttemptUser; groups: readonly number[] }): Promise<boolean> {
  return endProcesses(() => attemptProcesses({ ...attempt, attemptDir: attempt.dir }), 0);
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

/** The next attempt with a user id must not find what this one has left in places that all users share. */
async function removeTemporaryFiles(uids: ReadonlySet<number>): Promise<void> {
  for (const dir of uids.size > 0 ? new Set([...SHARED_DIRS, tmpdir()]) : []) {
    for (const name of await readdir(dir).catch(() => [])) {
      const file = path.join(dir, name);
      const stat = await lstat(file).catch(() => null);
      await (stat && uids.has(stat.uid) ? removeTree(file).catch(() => undefined) : undefined);
    }
  }
}
