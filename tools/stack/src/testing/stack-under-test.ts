import { waitUntil } from '@switchyard/concurrency';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** Stands between, as npm does: starts what follows and waits. */
const npm = `const { spawn } = require('node:child_process');
spawn(process.execPath, process.argv.slice(1), { stdio: 'inherit', env: { ...process.env, npm_lifecycle_event: 'start' } });`;

const supervisor = resolve(import.meta.dirname, '../../dist/main.js');

/** The supervisor as a process of its own, on other applications than the real ones. */
export class StackUnderTest {
  readonly lines: string[] = [];
  private readonly process: ChildProcess;
  private readonly exit: Promise<unknown[]>;

  constructor(
    root: string,
    args: string[],
    environment: Record<string, string> = {},
    place: 'alone' | 'below npm' = 'alone',
  ) {
    const launcher = place === 'below npm' ? ['-e', npm, '--'] : [];
    this.process = spawn(process.execPath, [...launcher, supervisor, ...args], {
      env: {
        PATH: process.env.PATH,
        SWITCHYARD_STACK_ROOT: root,
        SWITCHYARD_LOCAL_RUNNER_WORK_DIR: join(root, 'tasks'),
        ...environment,
      },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.exit = once(this.process, 'exit');
    const { stdout } = this.process;
    if (stdout) {
      createInterface({ input: stdout }).on('line', (line) => this.lines.push(line));
    }
  }

  /** Waits for a line of its output; fails with all of the output when it does not come or the process has ended. */
  async line(pattern: RegExp): Promise<string> {
    const found = () => this.lines.find((line) => pattern.test(line));
    await waitUntil(() => found() !== undefined || this.process.exitCode !== null, 30_000);
    const line = found();
    if (line === undefined) {
      throw new Error(`No line matches ${pattern} in:\n${this.lines.join('\n')}`);
    }
    return line;
  }

  ready(): Promise<string> {
    return this.line(/ready at/);
  }

  /** Ends it with a signal, if it still runs. @returns its exit code, null when the signal ended it */
  async end(signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
    this.process.kill(signal);
    return this.exitCode();
  }

  async exitCode(): Promise<number | null> {
    await this.exit;
    return this.process.exitCode;
  }
}
