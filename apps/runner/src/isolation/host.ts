import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { AttemptUser } from './attempt-user.js';
import { encodeMessage, type Frame, FrameReader } from './frames.js';
import { hostCommand, type HostProgram } from './host-program.js';
import type { ToHost } from './host-messages.js';
import type { Sandbox } from './sandbox.js';

/** What a shell adds to the number of a signal. */
const SIGNALLED = 128;
/** Bytes of the error stream that are kept. */
const ERROR_BYTES = 4_000;

/** How a process ended: exactly one of the two is set. */
export type End = [code: number | null, signal: NodeJS.Signals | null];

/**
 * A process that can serve one attempt, in a sandbox and as a user of its own, in a session of its own and with an environment
 * that holds nothing of the runner's but `PATH`. It has no job until it is given one.
 */
export class Host {
  private readonly child: ChildProcess;
  /** Resolves when it has started; rejects with what it wrote to its error stream when it has ended before. */
  readonly ready: Promise<void>;
  /** Resolves when nobody writes to its streams any more. */
  readonly ended: Promise<{ end: End; errors: string }>;
  /** To be called when it has ended and nothing of its sandbox is left. */
  readonly atEnd: (() => Promise<void>)[] = [];
  private onFrame: (frame: Frame) => void = () => undefined;
  private resolveReady: () => void = () => undefined;

  constructor(
    readonly user: AttemptUser,
    readonly sandbox: Sandbox,
    program: HostProgram,
  ) {
    this.child = startHost(program, sandbox);
    const exit = new Promise<End>((resolve, reject) => {
      this.child.once('exit', (code, signal) => resolve(endOf(code, signal)));
      this.child.once('error', reject);
    });
    this.child.stdin?.on('error', () => undefined);
    this.ended = Promise.all([exit, this.errors(), this.listen()]).then(([end, errors]) => ({ end, errors }));
    const early = this.ended.then(({ end, errors }) => {
      throw new Error(errors || `it ended with ${end[1] ?? `code ${end[0]}`}`);
    });
    this.ready = Promise.race([new Promise<void>((resolve) => (this.resolveReady = resolve)), early]);
    [this.ended, this.ready, early].forEach((each) => void each.catch(() => undefined));
  }

  get pid(): number | undefined {
    return this.child.pid;
  }

  /** Whether it has ended. */
  get isOver(): boolean {
    return this.child.exitCode !== null || this.child.signalCode !== null || this.child.pid === undefined;
  }

  /** @param onFrame gets all that comes after the process is ready; an error that it throws fails {@link ended} */
  listenWith(onFrame: (frame: Frame) => void): void {
    this.onFrame = onFrame;
  }

  post(message: ToHost): void {
    this.child.stdin?.write(encodeMessage(message));
  }

  /** No further message follows; the process ends. */
  close(): void {
    this.child.stdin?.end();
  }

  /** Ends the process itself, also while it is not the user's yet, and with its namespace all other processes of the attempt. */
  kill(): void {
    const first = this.sandbox.isSeparate && !this.isOver ? childrenOf(this.child.pid ?? 0) : [];
    first.forEach((pid) => process.kill(pid, 'SIGKILL'));
    if (first.length === 0) {
      this.child.kill('SIGKILL');
    }
  }

  /** Resolves when the process has ended, and with it its namespace; false = it has not within the time. */
  async isGone(patienceMs: number): Promise<boolean> {
    if (!this.isOver) {
      const patience = new AbortController();
      const ended = once(this.child, 'exit').then(() => undefined);
      await Promise.race([ended, delay(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
    }
    return this.isOver;
  }

  private async listen(): Promise<void> {
    const frames = new FrameReader();
    let isReady = false;
    for await (const bytes of (this.child.stdio[3] as Readable | undefined) ?? []) {
      for (const frame of frames.push(bytes as Buffer)) {
        if (isReady) {
          this.onFrame(frame);
        }
        isReady = true;
        this.resolveReady();
      }
    }
  }

  private async errors(): Promise<string> {
    let text = '';
    for await (const bytes of this.child.stderr ?? []) {
      text = (text + String(bytes)).slice(-ERROR_BYTES);
    }
    return text.trim();
  }
}

/** What starts the process in its namespaces ends with the code that a shell gives to a signal. */
function endOf(code: number | null, signal: NodeJS.Signals | null): End {
  const name = Object.entries(constants.signals).find(([, number]) => number === (code ?? 0) - SIGNALLED)?.[0];
  return name ? [null, name as NodeJS.Signals] : [code, signal];
}

function childrenOf(pid: number): number[] {
  try {
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
  } catch {
    return [];
  }
}

function startHost(program: HostProgram, sandbox: Sandbox): ChildProcess {
  const { file, args, options } = sandbox.enter(hostCommand(program));
  const PATH = process.env.PATH ?? '/usr/local/bin:/usr/bin:/bin';
  return spawn(file, args, {
    ...options,
    env: { PATH, LANG: 'C.UTF-8', HOME: sandbox.startDir },
    detached: true,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
}
