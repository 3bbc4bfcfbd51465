import { rmSync, writeFileSync } from 'node:fs';
import type { StdioOptions } from 'node:child_process';
import { hostname } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Problem, problem } from '@switchyard/contracts';
import type { AttemptFiles } from '../../files/attempt-files.js';
import { attemptProcesses } from '../attempt-processes.js';
import type { Command, ProcessEnd } from '../command.js';
import type { Asked } from '../pid-file.js';
import type { Bind, Place, SocketDirectory } from '../place.js';
import { findProcess } from '../process-table.js';
import { type ProcessGroup, spawnGroup } from '../spawn-group.js';
import { type Container, containerArguments, environmentParts } from './container-arguments.js';
import type { ContainerEngine } from './container-engine.js';
import { ContainerSecrets } from './container-secrets.js';

/** Exit code of an engine that could not run a container, or lost it. */
const ENGINE_FAILED = 125;
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
  /** Digest or id of the image. */
  toolset: string;
  /** What containers see of this machine, the directory of the attempt among it. */
  binds: readonly Bind[];
  /** Name of the work directory of the runner, which is in names and labels. */
  instance: string;
}

/** A running client of the engine, which ends with its container. */
interface Client {
  name: string;
  group: ProcessGroup;
  isOver: boolean;
  /** The place ends it. */
  isKilled: boolean;
  /** Resolves when nothing of its container is left. */
  ended: ProcessGroup['ended'];
}

/** The label of all containers of a runner. */
export const runnerLabel = (instance: string): string => `switchyard.runner=${instance}`;

/** Begin of the names of its containers and secrets. */
export const containerPrefix = (instance: string): string => `switchyard-${instance}-`;

/**
 * The place of an attempt whose programs run in containers. The client of the engine is a process of the runner's, never one of the
 * attempt's user. A program that is to stop is asked itself, and its children after it, as without a container; what is left is
 * killed by the engine.
 */
export class ContainerPlace implements Place {
  private readonly clients: Client[] = [];
  private readonly secrets: ContainerSecrets;
  private started = 0;
  private hasLostEngine = false;

  constructor(private readonly parts: ContainerPlaceParts) {
    const { engine, attemptDir } = parts;
    this.secrets = new ContainerSecrets({ engine, attemptDir, prefix: this.prefix });
  }

  get files(): AttemptFiles {
    return this.parts.inner.files;
  }

  get machine(): Place {
    return this.parts.inner;
  }

  get toolset(): string {
    return this.parts.toolset;
  }

  fault(): Problem | null {
    return this.hasLostEngine ? problem('container_engine_lost', { host: hostname() }) : null;
  }

  async start(command: Command, stdio: StdioOptions): Promise<ProcessGroup> {
    const { engine, file } = this.parts;
    const { text, long } = environmentParts(command.env);
    const container = this.next(await this.secrets.keep(long));
    const { name, environmentFile } = container;
    writeFileSync(environmentFile, text, { flag: 'wx', mode: 0o600 });
    const args = containerArguments(container, command);
    const group = await spawnGroup({ file, args, cwd: '/', env: engine.env }, stdio);
    const ended = group.ended.then(async (end) => {
      client.isOver = true;
      rmSync(environmentFile, { force: true });
      await this.look(client, end);
      return end;
    });
    const client: Client = { name, group, isOver: false, isKilled: false, ended };
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

  /** Ends all that is left of the attempt at the engine. */
  async close(): Promise<void> {
    await this.kill([]);
    await this.secrets.remove();
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

  /** Begin of the names of what the engine has of the attempt. */
  private get prefix(): string {
    const { instance, attemptDir } = this.parts;
    return `${containerPrefix(instance)}${basename(attemptDir)}`;
  }

  private next(secrets: Container['secrets']): Container {
    const { inner, engine, attemptDir, image, binds, instance } = this.parts;
    const number = ++this.started;
    return {
      name: `${this.prefix}-${number}`,
      image,
      label: runnerLabel(instance),
      user: inner.user ?? { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 },
      isRootless: engine.isRootless,
      binds,
      secrets,
      environmentFile: join(attemptDir, `container-${number}.env`),
      limits: engine.rules.limits,
    };
  }

  /** Whether the engine has ended its client, or died behind it; a tool that ends so has the same code but leaves an engine that answers. */
  private async look({ name, isKilled }: Client, { exitCode, signal }: ProcessEnd): Promise<void> {
    const { engine } = this.parts;
    if (signal !== null) {
      this.hasLostEngine = !isKilled;
      await engine.remove([name]);
    } else if (exitCode === ENGINE_FAILED) {
      this.hasLostEngine = (await engine.ask(['ps', '--quiet'])) === null;
    }
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
  private async end(client: Client): Promise<void> {
    const { name, group, ended } = client;
    client.isKilled = true;
    await this.parts.engine.ask(['kill', name]);
    const late = new AbortController();
    await Promise.race([group.ended, delay(END_MS, undefined, { signal: late.signal }).catch(() => undefined)]);
    late.abort();
    group.child.kill('SIGKILL');
    await ended;
  }
}
