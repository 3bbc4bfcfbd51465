import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ContainerCall, parseContainerCall } from './container-call.js';
import { root } from './part.js';

const RUNNER = `#!/bin/sh
exec '${process.execPath}' '${join(root, 'apps/runner/dist/runner.cjs')}' "$@"
`;
/** Records its calls: its words, and its input when it wants one. */
const DOCKER = `#!/bin/sh
call="$CALLS/$(ls "$CALLS" | grep -c words)"
for word in "$@"; do printf '%s\\0' "$word"; done > "$call.words"
case " $* " in *' -i '*) cat > "$call.input" ;; esac
`;

/**
 * The machine of somebody who pastes commands into a terminal: an empty home, `switchyard-runner` (the built runner) and
 * `docker` on the PATH. There is no Docker here: its calls are written down, and `runContainers` runs each outside a
 * container, with exactly the settings of the call and with the volumes as folders.
 */
export class PasteMachine {
  private readonly running: ChildProcess[] = [];
  /** Output of all processes. */
  output = '';

  private constructor(private readonly dir: string) {}

  static async create(): Promise<PasteMachine> {
    const machine = new PasteMachine(await mkdtemp(join(tmpdir(), 'switchyard-paste-')));
    await Promise.all(['bin', 'home', 'calls', 'volumes'].map((name) => mkdir(machine.path(name))));
    for (const [name, script] of [['switchyard-runner', RUNNER] as const, ['docker', DOCKER] as const]) {
      await writeFile(machine.path('bin', name), script);
      await chmod(machine.path('bin', name), 0o755);
    }
    return machine;
  }

  private path(...parts: string[]): string {
    return join(this.dir, ...parts);
  }

  private get environment(): Record<string, string> {
    return {
      HOME: this.path('home'),
      PATH: `${this.path('bin')}:${process.env.PATH ?? ''}`,
      LANG: 'C.UTF-8',
      CALLS: this.path('calls'),
    };
  }

  private start(command: string, args: string[], env: Record<string, string>, input: string): ChildProcess {
    const child = spawn(command, args, { cwd: this.path('home'), env, detached: true, stdio: 'pipe' });
    child.stdout.on('data', (text: Buffer) => (this.output += text.toString()));
    child.stderr.on('data', (text: Buffer) => (this.output += text.toString()));
    child.stdin.end(input);
    this.running.push(child);
    return child;
  }

  /** Pastes the commands into a shell. Whatever stays in the foreground runs until `stop`. */
  paste(commands: string): ChildProcess {
    return this.start('bash', [], this.environment, `${commands}\n`);
  }

  /** Runs what `docker` was called for, in order; the last one stays. */
  async runContainers(): Promise<ContainerCall[]> {
    const names = (await readdir(this.path('calls'))).filter((name) => name.endsWith('.words')).sort();
    const calls: ContainerCall[] = [];
    for (const name of names) {
      const words = (await readFile(this.path('calls', name), 'utf8')).split('\0').slice(0, -1);
      const input = await readFile(this.path('calls', name.replace('.words', '.input')), 'utf8').catch(() => '');
      const call = parseContainerCall(words);
      calls.push(call);
      await this.runContainer(call, input);
    }
    return calls;
  }

  private async runContainer(call: ContainerCall, input: string): Promise<void> {
    const { env, volumes, entrypoint, args, detached } = call;
    await Promise.all(volumes.map(([name]) => mkdir(this.path('volumes', name), { recursive: true })));
    const outside = (text: string): string =>
      volumes.reduce((mapped, [name, inside]) => mapped.replaceAll(inside, this.path('volumes', name)), text);
    const settings = Object.fromEntries(Object.entries(env).map(([name, value]) => [name, outside(value)]));
    const child = this.start(
      entrypoint ?? this.path('bin', 'switchyard-runner'),
      entrypoint === null ? ['start'] : args.map(outside),
      { PATH: process.env.PATH ?? '', HOME: this.path('home'), ...settings },
      input,
    );
    if (!detached) {
      await once(child, 'close');
    }
  }

  /** Ends everything that runs, as closing the terminal does. */
  async stop(): Promise<void> {
    await Promise.all(this.running.splice(0).map(end));
  }

  async remove(): Promise<void> {
    await this.stop();
    await rm(this.dir, { recursive: true, force: true });
  }
}

/** Ends the process group and waits until nobody holds its output. */
async function end(child: ChildProcess): Promise<void> {
  const { pid = 0, stdout } = child;
  if (stdout?.closed ?? true) {
    return;
  }
  const gone = once(child, 'close');
  signal(pid, 'SIGTERM');
  const force = setTimeout(() => signal(pid, 'SIGKILL'), 10_000);
  await gone;
  clearTimeout(force);
}

function signal(group: number, name: NodeJS.Signals): void {
  try {
    process.kill(-group, name);
  } catch {
    return;
  }
}
