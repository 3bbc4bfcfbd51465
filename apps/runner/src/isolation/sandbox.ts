import type { ChildProcess, StdioOptions } from 'node:child_process';
import { chownSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { makeSocketDirectory } from '../process/socket-directory.js';
import { requireInstalled } from '../executors/find-tool.js';
import type { AttemptFiles } from '../files/attempt-files.js';
import { ConfinedFiles } from '../files/confined-files.js';
import type { Bind, Place, SocketDirectory } from '../process/place.js';
import { ProgramFiles } from '../files/program-files.js';
import { attemptProcesses } from '../process/attempt-processes.js';
import type { Command } from '../process/command.js';
import { type Asked, writePidFile } from '../process/pid-file.js';
import { killProcesses } from '../process/end-processes.js';
import { runProgram } from '../process/run-program.js';
import { endUser } from '../process/end-user.js';
import { type ProcessGroup, spawnGroup } from '../process/spawn-group.js';
import type { AttemptUser } from './attempt-user.js';
import { holdSockets } from './held-sockets.js';
import { SOCKETS } from './mount-table.js';
import { childrenOf, type Namespaces } from './namespaces.js';
import type { OutputPipes } from './output-pipes.js';

/** How long a killed process may take to vanish, in milliseconds. */
const PATIENCE_MS = 3_000;
const LOOK_AGAIN_MS = 25;

export interface SandboxParts {
  user: AttemptUser;
  /** Directory of the attempt, without links. */
  attemptDir: string;
  binds: readonly Bind[];
  /** Directory of root's for what the attempt sees of the machine. */
  dir: string;
  pipes: OutputPipes;
  /** `null` = this machine refuses them: the attempt sees it as it is. */
  namespaces: Namespaces | null;
}

/**
 * The place of an attempt with a user of its own. The runner starts single programs in it, each as that user and, where the machine allows it,
 * in namespaces that end with the attempt; it never runs itself as that user.
 */
export class Sandbox implements Place {
  readonly files: AttemptFiles;
  private readonly children = new Set<ChildProcess>();
  private pipe: string | null = null;

  constructor(private readonly parts: SandboxParts) {
    const { user, attemptDir, binds } = parts;
    const roots = [
      { seen: attemptDir, real: attemptDir },
      ...binds.filter(({ seen }) => seen !== attemptDir).map(({ seen, source }) => ({ seen, real: source })),
    ];
    const outside = new ProgramFiles(user.uid, (words, input) =>
      runProgram((command, stdio) => this.start(command, stdio), words, input),
    );
    this.files = new ConfinedFiles(roots, user, outside);
  }

  get user(): AttemptUser {
    return this.parts.user;
  }

  get dir(): string {
    return this.parts.dir;
  }

  get binds(): readonly Bind[] {
    const { namespaces, binds, dir } = this.parts;
    return namespaces === null ? [] : [...binds, { source: path.join(dir, 'sockets'), seen: SOCKETS }];
  }

  async start(command: Command, stdio: StdioOptions): Promise<ProcessGroup> {
    const { namespaces, user } = this.parts;
    const { uid, gid } = user;
    if (namespaces === null) {
      return this.note(await spawnGroup(command, stdio, { uid, gid }));
    }
    await requireInstalled(command);
    const through = await namespaces.entering(user, command.cwd);
    const group = await spawnGroup({ ...command, env: harmless(command.env) }, stdio, { through });
    return this.note({ ...group, toolPid: () => childrenOf(group.pid)[0] ?? null });
  }

  living(groups: readonly number[]): number[] {
    const { namespaces, attemptDir, user } = this.parts;
    return namespaces?.living() ?? attemptProcesses({ attemptDir, groups, user });
  }

  async kill(groups: readonly number[]): Promise<boolean> {
    const deadline = performance.now() + PATIENCE_MS;
    while (this.living(groups).length > 0 && performance.now() < deadline) {
      await this.killUser();
      this.children.forEach((child) => child.kill('SIGCONT'));
      await delay(LOOK_AGAIN_MS);
    }
    return killProcesses(() => this.living(groups));
  }

  /** Noted where only root can write. The first process of the namespaces asks the tool itself; a signal would end it, and all with it. */
  remember(group: number, asked?: Asked): void {
    const { namespaces, dir } = this.parts;
    namespaces?.whenLeft(asked);
    const first = namespaces?.first ?? null;
    const waited = first === null ? asked : asked && { ...asked, signal: null };
    writePidFile(dir, first ?? group, waited);
  }

  async openSockets(): Promise<SocketDirectory> {
    const { namespaces, attemptDir, dir, user } = this.parts;
    if (namespaces) {
      return holdSockets(SOCKETS, path.join(dir, 'sockets'), user);
    }
    const made = await makeSocketDirectory(attemptDir);
    chownSync(made.path, user.uid, user.gid);
    const held = holdSockets(made.path, made.path, user);
    return { ...held, close: async () => void (await Promise.all([held.close(), made.close()])) };
  }

  async makeOutputPipe(): Promise<string> {
    this.pipe = await this.parts.pipes.take(this.user);
    return this.pipe;
  }

  /** Ends all that runs in it. @returns whether nothing is left that has its user */
  async end(): Promise<boolean> {
    const { namespaces, pipes } = this.parts;
    // One that its program has stopped would never notice that this is gone.
    this.children.forEach((child) => child.kill('SIGKILL'));
    const isOver = (await namespaces?.end(PATIENCE_MS)) ?? true;
    if (this.pipe !== null) {
      pipes.remove(this.pipe);
    }
    return namespaces === null ? this.endProcesses() : isOver;
  }

  private endProcesses(): Promise<boolean> {
    return this.user.exclusive ? endUser(this.user) : this.kill([]);
  }

  /** All processes of the user get the signal at once, so that none is missed which forks meanwhile (kill(2), pid -1). */
  private async killUser(): Promise<void> {
    const { namespaces, user } = this.parts;
    if (namespaces === null) {
      await (user.exclusive && endUser(user));
      return;
    }
    const command = { file: '/bin/sh', args: ['-c', 'kill -9 -1'], cwd: '/', env: {} };
    await this.start(command, 'ignore')
      .then(({ ended }) => ended)
      .catch(() => undefined);
  }

  private note(group: ProcessGroup): ProcessGroup {
    this.children.add(group.child);
    void group.ended.then(() => this.children.delete(group.child));
    return group;
  }
}

/**
 * The environment passes through a program of root's: nothing of it may bring foreign code into a program. No job may set such a
 * variable anyway.
 */
const harmless = (env: Command['env']): Record<string, string> =>
  Object.fromEntries(Object.entries(env).filter(([name]) => !/^(LD_|GCONV_|GLIBC_|LOCPATH$|MALLOC_)/.test(name)));
