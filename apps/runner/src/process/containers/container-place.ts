import { rmSync, writeFileSync } from 'node:fs';
import type { StdioOptions } from 'node:child_process';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { AttemptFiles } from '../../files/attempt-files.js';
import { attemptProcesses } from '../attempt-processes.js';
import type { Command } from '../command.js';
import type { Asked } from '../pid-file.js';
import type { Place, SocketDirectory } from '../place.js';
import { findProcess } from '../process-table.js';
import { type ProcessGroup, spawnGroup } from '../spawn-group.js';
import { type Container, containerArguments, environmentText } from './container-arguments.js';
import type { ContainerEngine } from './container-engine.js';

/** How long an engine may take to end a container that was killed, in milliseconds. */
const END_MS = 5_000;

/** Parts of the place. */
export interface ContainerPlaceParts {
  /** Where the attempt has its files. */
  inner: Place;
  engine: ContainerEngine;
  file: string;
  attemptDir: string;
  image: string;
  /** Name of the work directory of the runner, which is in names and labels. */
  instance: string;
}

/** A running client of the engine, which ends with its container. */
interface Client {
  name: string;
  group: ProcessGroup;
  isOver: boolean;
  /** Resolves when nothing of its container is left. */
  ended: ProcessGroup['ended'];
}

/** The label of all containers of a runner. */
export const runnerLabel = (instance: string): string => `switchyard.runner=${instance}`;

/**
 * The place of an attempt whose programs run in containers. The client of the engine is a process of the runner's, never one of the
 * attempt's user. A program that is to stop is asked itself, and its children after it, as without a container; what is left is
 * killed by the engine.
 */
export class ContainerPlace implements Place {
  private readonly clients: Client[] = [];

  constructor(private readonly parts: ContainerPlaceParts) {}

  get files(): AttemptFiles {
    return this.parts.inner.files;
  }

  async start(command: Command, stdio: StdioOptions): Promise<ProcessGroup> {
    const { engine, file } = this.parts;
    const container = this.next();
    const { name, environmentFile } = container;
    writeFileSync(environmentFile, environmentText(command.env), { flag: 'wx', mode: 0o600 });
    const args = containerArguments(container, command);
    const group = await spawnGroup({ file, args, cwd: '/', env: engine.env }, stdio);
    const ended = group.ended.then(async (end) => {
      client.isOver = true;
      rmSync(environmentFile, { force: true });
      await (end.signal !== null && engine.remove([name]));
      return end;
    });
    const client: Client = { name, group, isOver: false, ended };
    this.clients.push(client);
    return { ...group, ended, toolPid: () => this.tools()[0] ?? group.pid };
  }

  /** The client is waited for as long as it shows no process of its container; it is not asked itself, as it would ask the tool again. */
  living(): number[] {
    return this.tools();
  }

  async kill(groups: readonly number[]): Promise<boolean> {
    await Promise.all(this.clients.filter(({ isOver }) => !isOver).map((client) => this.end(client)));
    return this.parts.inner.kill(groups);
  }

  remember(group: number, asked?: Asked): void {
    this.parts.inner.remember(group, asked);
  }

  openSockets(): Promise<SocketDirectory> {
    return this.parts.inner.openSockets();
  }

  makeOutputPipe(): Promise<string> {
    return this.parts.inner.makeOutputPipe();
  }

  private next(): Container {
    const { inner, engine, attemptDir, image, instance } = this.parts;
    const number = this.clients.length + 1;
    return {
      name: `switchyard-${instance}-${basename(attemptDir)}-${number}`,
      image,
      label: runnerLabel(instance),
      user: inner.user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
      isRootless: engine.isRootless,
      dir: attemptDir,
      environmentFile: join(attemptDir, `container-${number}.env`),
      limits: engine.rules.limits,
    };
  }

  /** Processes in the containers but their first, which only passes signals on; the tool comes first. */
  private tools(): number[] {
    const { attemptDir } = this.parts;
    const clients = this.clients.map(({ group }) => group.pid);
    const members = new Set(attemptProcesses({ attemptDir, groups: [] }));
    const isOfEngine = (pid: number): boolean => {
      const found = findProcess(pid);
      return found === null || clients.includes(found.group) || !members.has(found.parent);
    };
    const depth = (pid: number): number => {
      const parent = findProcess(pid)?.parent;
      return parent !== undefined && members.has(parent) ? 1 + depth(parent) : 0;
    };
    return [...members].filter((pid) => !isOfEngine(pid)).sort((one, other) => depth(one) - depth(other));
  }

  /** Kills a container by its name, so that its client ends, and that too if it does not. */
  private async end({ name, group, ended }: Client): Promise<void> {
    await this.parts.engine.ask(['kill', name]);
    const late = new AbortController();
    await Promise.race([group.ended, delay(END_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    group.child.kill('SIGKILL');
    await ended;
  }
}
