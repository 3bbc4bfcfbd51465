import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Asked } from '../process/pid-file.js';
import { listProcesses } from '../process/process-table.js';
import { sendSignal } from '../process/send-signal.js';

/** Options of unshare(1) for what an attempt has of its own; all of it ends with its first process. */
const OWN = ['--mount', '--pid', '--ipc', '--uts', '--propagation', 'private', '--fork', '--kill-child=SIGKILL'];
const FIXED_ENV = { PATH: '/usr/sbin:/usr/bin:/sbin:/bin', LC_ALL: 'C' };
/** Bytes of the error stream that are kept. */
const ERROR_BYTES = 4_000;

/**
 * The first process: it makes all mounts by one program, reports that, reaps what loses its parent, and ends when nobody holds its
 * input any more, whatever became of the runner. Its one child waits for that. Where the last line of the input names a signal (0 = none)
 * and seconds, the child first sends that signal to what the runner has started, whose parent is outside, and gives it the time to end.
 */
const INIT = `
mount -n -a -T "$1" || exit 1
exec 3<&0 </dev/null
(
  while read -r line <&3; do asked=$line; done
  set -- $asked
  [ $# = 2 ] || exit 0
  tools() { grep -ls '^PPid:[[:space:]]*0$' /proc/[0-9]*/status | grep -v '^/proc/1/'; }
  for tool in $(tools); do tool=\${tool#/proc/}; kill -s "$1" "\${tool%/status}"; done
  while [ "$2" -gt 0 ] && tools; do sleep 1; set -- "$1" $(($2 - 1)); done
) >/dev/null 2>&1 &
exec 3<&-
echo
exec >/dev/null 2>&1
wait $!
`;
/** First process and the one that waits. */
const INIT_PROCESSES = 2;

/** Uses all that a sandbox needs, with nothing of it left behind. */
const TRY =
  'set -eu; mount -n --bind / /mnt; mount -t tmpfs none /mnt; mount -t proc none /proc; nsenter --mount=/proc/1/ns/mnt -- true';

/** How namespaces are made and entered on this machine. */
export interface SeparationMeans {
  nsenter: string;
  /** Whether nsenter(1) can change the directory once it is inside (util-linux 2.38). */
  entersDirectory: boolean;
}

/** @returns `null` when this process may not give others namespaces, or lacks the programs for it */
export async function separationMeans(): Promise<SeparationMeans | null> {
  const run = promisify(execFile);
  const options = { env: { PATH: process.env.PATH } };
  try {
    await run('unshare', [...OWN, '--', '/bin/sh', '-c', TRY], options);
    const [{ stdout: file }, { stdout: help }] = await Promise.all([
      run('/bin/sh', ['-c', 'command -v nsenter'], options),
      run('nsenter', ['--help'], options),
    ]);
    return { nsenter: file.trim(), entersDirectory: help.includes('--wdns') };
  } catch {
    return null;
  }
}

/** Handles that are held open while the namespaces live: no process id is looked up twice. */
interface Held {
  init: number;
  /** Child of the first process that waits for the end of its input. */
  waiting: number;
  /** Descriptors of the namespaces by the option of nsenter(1). */
  spaces: [option: string, descriptor: number][];
  /** The directory of its processes. */
  processes: number;
  /** Name of the PID namespace as `/proc` links to it. */
  name: string;
}

/** PID, IPC, UTS and mount namespaces of one attempt. */
export class Namespaces {
  private readonly child: ChildProcess;
  private readonly held: Promise<Held>;
  private open: Held | null = null;

  /** @param table path of the table of mounts */
  constructor(
    table: string,
    private readonly means: SeparationMeans,
  ) {
    this.child = spawn('unshare', [...OWN, '--', '/bin/sh', '-c', INIT, 'sh', table], {
      cwd: '/',
      env: FIXED_ENV,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    this.child.stdin?.on('error', () => undefined);
    this.held = this.begin();
    this.held.catch(() => undefined);
  }

  /** @throws Error with what the programs wrote, when the namespaces cannot be had */
  async ready(): Promise<void> {
    await this.held;
  }

  /** The program that starts another one inside as a user; its own environment is taken over. */
  async entering({ uid, gid }: { uid: number; gid: number }, cwd: string): Promise<[string, ...string[]]> {
    const { spaces } = await this.held;
    const { nsenter, entersDirectory } = this.means;
    const options = spaces.map(([option, descriptor]) => `--${option}=/proc/${process.pid}/fd/${descriptor}`);
    const user = [`--setgid=${gid}`, `--setuid=${uid}`];
    return entersDirectory
      ? [nsenter, ...options, ...user, `--wdns=${cwd}`, '--']
      : [nsenter, ...options, ...user, '--', 'env', `--chdir=${cwd}`, '--'];
  }

  /** The first process; `null` = it is not there. */
  get first(): number | null {
    return (!this.isOver && this.open?.init) || null;
  }

  /** How the tool is asked to end when the runner was killed; undefined = it ends with the runner. */
  whenLeft(asked: Asked | undefined): void {
    const line = asked ? `${asked.signal?.slice('SIG'.length) ?? 0} ${Math.ceil(asked.graceMs / 1000)}` : '-';
    this.child.stdin?.write(`${line}\n`);
  }

  /** The living processes inside but for those that make the namespaces. */
  living(): number[] {
    if (!this.open || this.isOver) {
      return [];
    }
    const { init, waiting, processes, name } = this.open;
    const numbers = readdirSync(`/proc/self/fd/${processes}`).filter((each) => /^\d+$/.test(each));
    if (numbers.length <= INIT_PROCESSES) {
      return [];
    }
    const pids = listProcesses().map(({ pid }) => pid);
    return pids.filter((pid) => pid !== init && pid !== waiting && namespaceOf(pid) === name);
  }

  get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined;
  }

  /** Ends everything inside. @returns whether it is over; false = it is not within the time */
  async end(patienceMs: number): Promise<boolean> {
    this.kill();
    if (!this.isOver) {
      const patience = new AbortController();
      const ended = once(this.child, 'exit').catch(() => undefined);
      await Promise.race([ended, delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    }
    this.release();
    return this.isOver;
  }

  /** The kernel ends all others with the first process; what has made it is left to wait for that. */
  private kill(): void {
    const init = this.isOver ? undefined : (this.open?.init ?? childrenOf(this.child.pid ?? 0)[0]);
    if (init === undefined) {
      this.child.kill('SIGKILL');
    } else {
      sendSignal(init, 'SIGKILL');
    }
  }

  private release(): void {
    const { open } = this;
    this.open = null;
    [...(open?.spaces.map(([, descriptor]) => descriptor) ?? []), ...(open ? [open.processes] : [])].forEach((each) =>
      closeSync(each),
    );
  }

  private async begin(): Promise<Held> {
    const errors = lastText(this.child.stderr);
    const ended = once(this.child, 'exit').then(async ([code]) => {
      throw new Error((await errors) || `unshare ended with code ${code}`);
    });
    ended.catch(() => undefined);
    await Promise.race([this.child.stdout && once(this.child.stdout, 'data'), ended]);
    const [init = 0] = childrenOf(this.child.pid ?? 0);
    const space = (option: string, file: string): [string, number] => [
      option,
      openSync(`/proc/${init}/ns/${file}`, 'r'),
    ];
    this.open = {
      init,
      waiting: childrenOf(init)[0] ?? 0,
      spaces: [space('mount', 'mnt'), space('pid', 'pid'), space('ipc', 'ipc'), space('uts', 'uts')],
      processes: openSync(`/proc/${init}/root/proc`, 'r'),
      name: namespaceOf(init) ?? '',
    };
    return this.open;
  }
}

async function lastText(stream: Readable | null): Promise<string> {
  let text = '';
  for await (const bytes of stream ?? []) {
    text = (text + String(bytes)).slice(-ERROR_BYTES);
  }
  return text.trim();
}

function namespaceOf(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/ns/pid`);
  } catch {
    return null;
  }
}

/** Ids of the children of a process's first thread (proc(5)). */
export function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}
