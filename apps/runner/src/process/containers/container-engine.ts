import { execFile } from 'node:child_process';
import { basename } from 'node:path';
import { CONTAINER_ENGINE, type RunnerApp } from '@switchyard/contracts';
import type { ContainerLimits } from './container-arguments.js';

/** Engines that are looked for, best first. */
const ENGINES = ['podman', 'docker', 'nerdctl'];
/** Setting that switches engines off. */
export const NO_ENGINE = 'off';
/** How long an engine may take for a question, in milliseconds. */
const PATIENCE_MS = 30_000;
const LONGEST_VERSION = 200;

/** Rules of the owner of the runner for containers. */
export interface ContainerRules {
  /** Name or path of the engine, or {@link NO_ENGINE}; `null` = the first that is installed. */
  engine: string | null;
  /** Beginnings of the images that tasks may use; empty = all. */
  allowedImages: readonly string[];
  /** Tasks without an image are not taken. */
  isRequired: boolean;
  limits: ContainerLimits;
}

/** Containers of a runner, as its attempts use them. */
export interface Containers {
  engine: ContainerEngine;
  /** Name of the work directory of the runner. */
  instance: string;
}

/** The container engine of this machine, if it has one that works. */
export class ContainerEngine {
  private found: string | null = null;
  private version: string | null = null;

  /** @param find the first of some programs that is on the path of the runner */
  constructor(
    readonly rules: ContainerRules,
    private readonly find: (names: readonly string[], searchPath: string) => Promise<string | null>,
  ) {}

  /** Program of the engine that was found last; `null` = none. */
  get file(): string | null {
    return this.found;
  }

  /** It runs without rights of root, so that it maps users. */
  get isRootless(): boolean {
    return this.found !== null && basename(this.found) === 'podman' && process.getuid?.() !== 0;
  }

  /** The environment of the engine: that of the runner, without its settings, and nothing of a task, which could steer it. */
  get env(): Record<string, string> {
    const own = Object.entries(process.env).filter(([name]) => !name.startsWith('SWITCHYARD_'));
    return Object.fromEntries(own.flatMap(([name, value]) => (value === undefined ? [] : [[name, value] as const])));
  }

  /** Looks for the engine and whether it answers. @returns what the runner offers, none without one */
  async probe(): Promise<RunnerApp[]> {
    const { engine } = this.rules;
    const names = engine === null ? ENGINES : engine === NO_ENGINE ? [] : [engine];
    for (const name of names) {
      const file = await this.find([name], process.env.PATH ?? '');
      if (file !== null && (await this.answers(file))) {
        this.found = file;
        return [
          { id: CONTAINER_ENGINE, version: `${basename(file)} ${this.version ?? ''}`.trim().slice(0, LONGEST_VERSION) },
        ];
      }
    }
    this.found = null;
    return [];
  }

  /** The apps of a machine and its engine; without apps where every task must bring its own in an image. */
  async offered(apps: Promise<RunnerApp[]>): Promise<RunnerApp[]> {
    const [installed, engine] = await Promise.all([apps, this.probe()]);
    return this.rules.isRequired ? engine : [...installed, ...engine];
  }

  /** Output of a short command of the engine; `null` = it failed. */
  async ask(args: readonly string[], file = this.found): Promise<string | null> {
    return new Promise((resolve) => {
      if (file === null) {
        resolve(null);
        return;
      }
      const { env } = this;
      execFile(file, args, { env, cwd: '/', timeout: PATIENCE_MS }, (error, stdout) => resolve(error ? null : stdout));
    });
  }

  /**
   * Keeps the content of a file for containers, where the engine can: docker knows secrets of a swarm alone.
   * @param name must not exist
   * @returns whether it is kept
   */
  async keepSecret(name: string, path: string): Promise<boolean> {
    const isAble = this.found !== null && basename(this.found) === 'podman';
    return isAble && (await this.ask(['secret', 'create', name, path])) !== null;
  }

  async removeSecrets(names: readonly string[]): Promise<void> {
    await (names.length > 0 ? this.ask(['secret', 'rm', ...names]) : undefined);
  }

  /** Removes every container with the label, whatever it does, and the secrets whose names begin so. */
  async removeLeft(label: string, prefix: string): Promise<void> {
    const [listed, secrets] = await Promise.all([
      this.ask(['ps', '--all', '--quiet', `--filter=label=${label}`]),
      this.ask(['secret', 'ls', '--format={{.Name}}']),
    ]);
    const ids = listed?.split('\n').filter((id) => /^[0-9a-f]+$/.test(id)) ?? [];
    await (ids.length > 0 ? this.remove(ids) : undefined);
    await this.removeSecrets(secrets?.split('\n').filter((name) => name.startsWith(prefix)) ?? []);
  }

  /** Removes containers; they are killed first, as an engine would ask them and wait. */
  async remove(ids: readonly string[]): Promise<void> {
    await this.ask(['kill', ...ids]);
    await this.ask(['rm', '--force', ...ids]);
  }

  /** An engine whose daemon or store is away prints a version all the same, so it has to list its containers. */
  private async answers(file: string): Promise<boolean> {
    const [version, listed] = await Promise.all([['--version'], ['ps', '--quiet']].map((args) => this.ask(args, file)));
    this.version = /\d+\.\d\S*/.exec(version ?? '')?.[0].replace(/,$/, '') ?? null;
    return typeof listed === 'string';
  }
}
