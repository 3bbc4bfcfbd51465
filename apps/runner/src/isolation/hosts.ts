import { mkdir, readdir, lstat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { attemptProcesses } from '../process/attempt-processes.js';
import { endProcesses } from '../process/end-processes.js';
import { endUser } from '../process/end-user.js';
import { removeTree } from '../attempt/remove-tree.js';
import type { AttemptUser } from './attempt-user.js';
import type { AttemptUsers } from './attempt-users.js';
import { Host } from './host.js';
import type { HostProgram } from './host-program.js';
import { Sandbox } from './sandbox.js';

/** How long a spare process is kept without an attempt, in milliseconds. */
const SPARE_MS = 5 * 60_000;
/** How long a killed process may take to vanish, in milliseconds. */
const PATIENCE_MS = 3_000;
/** Directories that every user may write to. */
const SHARED_DIRS = ['/tmp', '/var/tmp', '/dev/shm'];

export interface HostSettings {
  /** Work directory without symbolic links. */
  work: string;
  program: HostProgram;
  /** Whether processes get a mount namespace. */
  isSeparate: boolean;
  hidden: readonly string[];
}

/**
 * Starts and ends the processes that serve attempts. While work is coming one of them waits ready, so that an attempt
 * need not wait for its process: it has its user and its sandbox, and no job.
 */
export class Hosts {
  private sandboxes = 0;
  private spare: Promise<Host> | null = null;
  private idle: NodeJS.Timeout | undefined;
  private isClosed = false;

  constructor(
    private readonly users: AttemptUsers,
    private readonly settings: HostSettings,
  ) {}

  /** Removes the sandboxes of an earlier runner. */
  async open(): Promise<void> {
    const sandboxes = path.join(this.settings.work, 'sandboxes');
    await removeTree(sandboxes);
    await mkdir(sandboxes, { mode: 0o711 });
  }

  /** A process that is ready for a job with these local repositories; it is the caller's until {@link end}. */
  async take(repositories: readonly string[]): Promise<Host> {
    const spare = await this.takeSpare();
    if (spare && !spare.isOver && spare.sandbox.isFitFor(repositories)) {
      return spare;
    }
    await (spare && this.end(spare));
    return this.fresh();
  }

  /** Like {@link take}, but one that nobody has touched. */
  async fresh(): Promise<Host> {
    return this.start(await this.users.take());
  }

  /** @throws Error when it cannot be started */
  async start(user: AttemptUser): Promise<Host> {
    const { work, program, hidden, isSeparate } = this.settings;
    const place = { user, hidden, isSeparate };
    const sandbox = await Sandbox.make(work, String(++this.sandboxes), place).catch((error: unknown) => {
      this.users.giveBack(user);
      throw error;
    });
    const host = new Host(user, sandbox, program);
    try {
      await host.ready;
      return host;
    } catch (error) {
      await this.end(host);
      throw error;
    }
  }

  /**
   * Has a process wait for the next attempt, when a user is free for it.
   * @param guess brings what the next attempt is likely to need
   */
  warm(guess: (host: Host) => Promise<void> = () => Promise.resolve()): void {
    clearTimeout(this.idle);
    this.idle = setTimeout(() => void this.cool(), SPARE_MS).unref();
    if (this.spare === null && !this.isClosed && this.users.hasFree) {
      this.spare = this.startSpare(guess);
      this.spare.catch(() => (this.spare = null));
    }
  }

  private async startSpare(guess: (host: Host) => Promise<void>): Promise<Host> {
    const host = await this.fresh();
    try {
      await guess(host);
      return host;
    } catch (error) {
      await this.end(host);
      throw error;
    }
  }

  /** Ends the waiting process. */
  async cool(): Promise<void> {
    const spare = await this.takeSpare();
    await (spare && this.end(spare));
  }

  /** Ends this process if it is the one that waits. */
  async discard(host: Host): Promise<void> {
    const { spare } = this;
    if (spare !== null && (await spare.catch(() => null)) === host && this.spare === spare) {
      await this.cool();
    }
  }

  async close(): Promise<void> {
    this.isClosed = true;
    clearTimeout(this.idle);
    await this.cool();
  }

  /** Ends every process of the attempt at once, and removes what it left outside its directory. */
  async end(host: Host, attemptDir = host.sandbox.dir): Promise<void> {
    const isOver = await this.kill(host, attemptDir);
    await host.sandbox.remove();
    await (host.sandbox.isSeparate
      ? undefined
      : removeTemporaryFiles(new Set(host.user.exclusive ? [host.user.uid] : [])));
    await Promise.all(host.atEnd.splice(0).map((call) => call()));
    if (isOver) {
      this.users.giveBack(host.user);
    }
  }

  /** @returns whether no process is left, and no namespace that could hold one */
  async kill(host: Host, attemptDir: string): Promise<boolean> {
    const { user } = host;
    const groups = host.pid === undefined ? [] : [host.pid];
    host.kill();
    const isGone = await host.isGone(PATIENCE_MS);
    const isOver = await (user.exclusive
      ? endUser(user)
      : endProcesses(() => attemptProcesses({ user, attemptDir, groups }), 0));
    return isGone && isOver;
  }

  private async takeSpare(): Promise<Host | null> {
    const { spare } = this;
    this.spare = null;
    return spare?.catch(() => null) ?? null;
  }
}

/** The next attempt with a user id must not find what this one has left in places that all users share. */
export async function removeTemporaryFiles(uids: ReadonlySet<number>): Promise<void> {
  for (const dir of uids.size > 0 ? new Set([...SHARED_DIRS, tmpdir()]) : []) {
    for (const name of await readdir(dir).catch(() => [])) {
      const file = path.join(dir, name);
      const stat = await lstat(file).catch(() => null);
      await (stat && uids.has(stat.uid) ? removeTree(file).catch(() => undefined) : undefined);
    }
  }
}
