import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { root } from './part.js';

const PROGRAM = join(root, 'apps/cli/dist/switchyard.cjs');

/** Lines that a person sees of a command on a terminal of so many columns. */
export async function linesOnTerminal(
  words: readonly string[],
  env: Readonly<Record<string, string>>,
  columns: number,
): Promise<string[]> {
  const path = process.env['PATH'] ?? '';
  const command = `stty cols ${columns}; exec "$NODE" "$PROGRAM" ${words.join(' ')}`;
  const program = { NODE: process.execPath, PROGRAM, SHELL: '/bin/sh' };
  const child = spawn('script', ['-qec', command, '/dev/null'], { env: { PATH: path, ...env, ...program } });
  let shown = '';
  child.stdout.on('data', (bytes: Buffer) => (shown += bytes.toString()));
  await once(child, 'close');
  return shown.split('\r\n').filter((line) => line !== '');
}

/** How a run of the command line ended. */
export interface CliEnd {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** One run of the packaged command line, without a terminal. */
export class CliRun {
  stdout = '';
  stderr = '';
  private readonly child: ChildProcess;
  private readonly closed: Promise<unknown>;

  /** @param env all of its environment but `PATH` */
  constructor(words: readonly string[], env: Readonly<Record<string, string>>, input = '') {
    const path = process.env['PATH'] ?? '';
    this.child = spawn(process.execPath, [PROGRAM, ...words], { env: { PATH: path, ...env } });
    this.closed = once(this.child, 'close');
    this.child.stdout?.on('data', (bytes: Buffer) => (this.stdout += bytes.toString()));
    this.child.stderr?.on('data', (bytes: Buffer) => (this.stderr += bytes.toString()));
    this.child.stdin?.end(input);
  }

  interrupt(): void {
    this.child.kill('SIGINT');
  }

  async end(): Promise<CliEnd> {
    await this.closed;
    return { code: this.child.exitCode, stdout: this.stdout, stderr: this.stderr };
  }
}
