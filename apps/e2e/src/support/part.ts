import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runEnvironment } from '@switchyard/testing';

/** Root of the checkout. */
export const root = fileURLToPath(new URL('../../../../', import.meta.url));

/** One process of the stack, started from its built form in a process group of its own. */
export class Part {
  /** Directory of the checkout that it is started from. */
  release = root;
  private child: ChildProcess | undefined;
  private starts = 0;

  constructor(
    readonly name: string,
    /** Options of Node, the program within its release, and its arguments. */
    private readonly command: { options?: readonly string[]; program: string; args?: readonly string[] },
    private readonly env: Record<string, string>,
    private readonly logDir: string,
  ) {}

  get pid(): number {
    return this.child?.pid ?? 0;
  }

  get running(): boolean {
    return this.child !== undefined && this.child.exitCode === null && this.child.signalCode === null;
  }

  start(): void {
    this.starts++;
    const log = createWriteStream(this.logFile, { flags: 'a' });
    const { options = [], program, args = [] } = this.command;
    const child = spawn(process.execPath, [...options, join(this.release, program), ...args], {
      env: {
        PATH: process.env.PATH ?? '',
        HOME: process.env.HOME ?? '/',
        LANG: 'C.UTF-8',
        ...runEnvironment(),
        ...this.env,
      },
      detached: true,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.pipe(log, { end: false });
    child.stderr.pipe(log, { end: false });
    this.child = child;
  }

  /** kill -9 of the process itself, as the scenarios of loss want it; its children live on. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    const child = this.child;
    if (child && this.running) {
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    }
  }

  /** Sends a signal that does not end the process, such as SIGSTOP. */
  signal(signal: 'SIGSTOP' | 'SIGCONT'): void {
    if (this.running) {
      this.child?.kill(signal);
    }
  }

  /** Orderly end, by force after ten seconds. */
  async stop(): Promise<void> {
    const force = setTimeout(() => this.child?.kill('SIGKILL'), 10_000);
    await this.kill('SIGTERM');
    clearTimeout(force);
  }

  get logFile(): string {
    return join(this.logDir, `${this.name}.log`);
  }

  /** Everything the process has written, over all its starts. */
  output(): string {
    return readFileSync(this.logFile, 'utf8');
  }
}
