import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { eventually } from '@switchyard/testing';
import { z } from 'zod';
import { root } from './part.js';

const READY = /ready at (http:\S+?)(?:, sign in as (\S+) with the password (?:of \S+|(\S+)))?\s*$/m;

const Known = z.object({ name: z.string(), pid: z.number() });
const Record = z.object({ supervisor: Known, processes: z.array(Known) });

/** The processes of the stack that runs on a data directory, the supervisor first. */
export function stackProcesses(dataDir: string): z.infer<typeof Known>[] {
  const { supervisor, processes } = Record.parse(JSON.parse(readFileSync(join(dataDir, 'stack.json'), 'utf8')));
  return [supervisor, ...processes];
}

/** Where tasks of local runners work that run as users of their own. */
const TASK_PLACES = '/var/lib/switchyard-tasks';

/** Removes the data directory of a stack that has ended, and the place where its tasks worked. */
export async function removeInstallation(dataDir: string): Promise<void> {
  for (const name of await readdir(TASK_PLACES).catch(() => [])) {
    const owner = await readFile(join(TASK_PLACES, name, 'data-directory'), 'utf8').catch(() => '');
    await (owner === dataDir ? rm(join(TASK_PLACES, name), { recursive: true, force: true }) : undefined);
  }
  await rm(dataDir, { recursive: true, force: true });
}

/** One run of the command behind `npm start`. */
export class StartedCommand {
  output = '';
  private readonly child: ChildProcess;

  /** @param settings added to the environment of this process */
  constructor(args: readonly string[], settings: Readonly<Record<string, string>> = {}) {
    const env = { ...process.env, ...settings };
    this.child = spawn(process.execPath, ['tools/bootstrap.mjs', 'start', ...args], { cwd: root, env, detached: true });
    const collect = (bytes: Buffer): void => void (this.output += bytes.toString());
    this.child.stdout?.on('data', collect);
    this.child.stderr?.on('data', collect);
  }

  /** Process id of the supervisor. */
  get pid(): number {
    return this.child.pid ?? 0;
  }

  /** The ready line: address, and login and password when the administrator was made by this start. */
  async ready(): Promise<RegExpExecArray> {
    return eventually(() => {
      const line = READY.exec(this.output);
      if (!line) {
        throw new Error(`not ready: ${this.output}`);
      }
      return line;
    });
  }

  async end(signal: NodeJS.Signals): Promise<number | null> {
    this.child.kill(signal);
    return this.ended();
  }

  async ended(): Promise<number | null> {
    if (this.child.exitCode === null && this.child.signalCode === null) {
      await once(this.child, 'exit');
    }
    return this.child.exitCode;
  }
}
