import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';

/** One line from a test process to the keeper; `dir` names what is guarded, `pid` is killed with it (0 = none). */
type Request =
  | { ask: Record<string, never> }
  | { started: { url: string; pid: number } }
  | { guard: { pid: number; dir: string } }
  | { release: { dir: string } };

/** Answers to `ask`: the shared server, or the order to start it in `dataDir` and report `started`. */
export type KeeperAnswer = { postgres: { url: string; generation: number } } | { start: { dataDir: string } };

const CONNECT_ATTEMPTS = 200;
const script = fileURLToPath(new URL('../../keeper.mjs', import.meta.url));
const baseDir = join(
  tmpdir(),
  `switchyard-test-${userInfo().uid}-${createHash('sha256').update(script).digest('hex').slice(0, 12)}`,
);

/**
 * Connection to the keeper (see `keeper.mjs`). While it is open the shared PostgreSQL lives; when it breaks, however
 * this process ends, the keeper kills and removes what was guarded through it. It never keeps the process alive.
 */
export class Keeper {
  private onAnswer: (answer: KeeperAnswer) => void = () => undefined;

  private constructor(private readonly socket: Socket) {
    createInterface({ input: socket }).on('line', (line) => this.onAnswer(JSON.parse(line) as KeeperAnswer));
    socket.unref();
  }

  /** Connects, starting the keeper when none runs. */
  static async connect(): Promise<Keeper> {
    for (let attempt = 0; attempt < CONNECT_ATTEMPTS; attempt += 1) {
      const socket = await tryConnect();
      if (socket) {
        return new Keeper(socket);
      }
      if (attempt % 40 === 0) {
        mkdirSync(baseDir, { recursive: true, mode: 0o755 });
        spawn(process.execPath, [script, baseDir], { detached: true, stdio: 'ignore', cwd: '/' }).unref();
      }
      await pause(25);
    }
    throw new Error(`The keeper of test services does not answer in ${baseDir}`);
  }

  /** Asks for the shared server. Rejects when the keeper goes away, then the caller connects again. */
  ask(): Promise<KeeperAnswer> {
    const answer = this.nextAnswer();
    this.send({ ask: {} });
    return answer;
  }

  /** Reports the server that this process was ordered to start; every client then gets its address. */
  started(server: { url: string; pid: number }): Promise<KeeperAnswer> {
    const answer = this.nextAnswer();
    this.send({ started: server });
    return answer;
  }

  guard(dir: string, pid = 0): void {
    this.send({ guard: { dir, pid } });
  }

  release(dir: string): void {
    this.send({ release: { dir } });
  }

  close(): void {
    this.socket.end();
  }

  private send(request: Request): void {
    this.socket.write(`${JSON.stringify(request)}\n`);
  }

  private nextAnswer(): Promise<KeeperAnswer> {
    this.socket.ref();
    return new Promise<KeeperAnswer>((resolve, reject) => {
      this.onAnswer = resolve;
      this.socket.once('close', () => reject(new Error('The keeper of test services went away')));
    }).finally(() => this.socket.unref());
  }
}

function tryConnect(): Promise<Socket | undefined> {
  return new Promise((resolve) => {
    const socket = connect(join(baseDir, 'keeper.sock'));
    socket.once('error', () => resolve(undefined));
    socket.once('connect', () => {
      socket.removeAllListeners('error').on('error', () => socket.destroy());
      resolve(socket);
    });
  });
}
