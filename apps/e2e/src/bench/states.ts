import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { createGitRepository } from '@switchyard/testing';
import { createProject } from '../support/project.js';
import { residentMb } from '../support/resident-memory.js';
import { TestStack } from '../support/stack.js';
import { createWorkspace, StateClient } from '../support/state-client.js';
import type { Row } from './report.js';
import { measureLocks, type StateBench } from './state-locks.js';
import type { StateRounds, StateTimes, StateTurn } from './state-times.js';
import { quantile } from './statistics.js';

const MEGABYTE = 1_048_576;
const [SMALL, LARGE] = [MEGABYTE, 63.5 * MEGABYTE];
const WARM_UP = 30;
const SMALL_TIMES = 200;
const LARGE_TIMES = 4;
/** The client collects its garbage before each call, and not beside it on processors that the server needs. */
const OWN_GARBAGE = ['--expose-gc', '--single-threaded-gc'];
const TARGET = { smallMs: 30, largeMs: 2_000, growthMb: 150, pingMs: 50 } as const;

/** How long states are read and written, what large ones cost the api and its other callers, and how fast locks go. */
export async function measureStates(): Promise<Row[]> {
  const stack = await TestStack.start({ ownServer: true, runners: 0 });
  const repository = await createGitRepository({ 'run.sh': '' });
  const client = new StateClient();
  try {
    const admin = await stack.admin();
    const project = await createProject(admin, repository.path);
    const workspace = async (name: string): Promise<StateBench> => {
      const { path } = await createWorkspace(admin, project.id, name);
      return { stack, client, path };
    };
    return [
      ...(await small(await workspace('small'))),
      ...(await large(await workspace('large'))),
      await measureLocks(await workspace('locks')),
    ];
  } finally {
    await client.close();
    await stack.close();
    await repository.remove();
  }
}

async function small(bench: StateBench): Promise<Row[]> {
  const all = await timesOf(bench, { bytes: SMALL, count: WARM_UP + SMALL_TIMES, from: 1 });
  const [posts, gets] = [all.posts.slice(WARM_UP), all.gets.slice(WARM_UP)];
  return [
    ['POST', posts],
    ['GET', gets],
  ].map(([verb, taken]) => {
    const [p50, p95] = [0.5, 0.95].map((q) => quantile(taken as number[], q));
    return {
      what: `state of 1 MB: ${verb as string} (n = ${SMALL_TIMES})`,
      measured: `p50 ${p50?.toFixed(1)} ms, p95 ${p95?.toFixed(1)} ms`,
      target: `p95 ≤ ${TARGET.smallMs} ms`,
      met: (p95 ?? Infinity) <= TARGET.smallMs,
    };
  });
}

async function large(bench: StateBench): Promise<Row[]> {
  const pid = bench.stack.apis[0]?.pid ?? 0;
  const before = residentMb(pid);
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  const pings = new Pings(bench.stack.address);
  const { posts, gets } = await timesOf(bench, { bytes: LARGE, count: LARGE_TIMES, from: 1 }, (turn) => pings.on(turn));
  clearInterval(sampler);
  const waits = await pings.end();
  const [post, get, wait] = [Math.max(...posts), Math.max(...gets), quantile(waits, 0.95)];
  const line = (what: string, ms: number): Row => ({
    what: `state of 64 MB: ${what}, the slowest of ${LARGE_TIMES}`,
    measured: `${(ms / 1000).toFixed(2)} s`,
    target: '≤ 2 s',
    met: ms <= TARGET.largeMs,
  });
  return [
    line('POST', post),
    line('GET', get),
    {
      what: 'the api meanwhile: memory before → most',
      measured: `${before.toFixed(0)} → ${peak.toFixed(0)} MB`,
      target: `+ ${TARGET.growthMb} MB at most`,
      met: peak - before <= TARGET.growthMb,
    },
    {
      what: `another caller of the api meanwhile (n = ${waits.length})`,
      measured: `p50 ${quantile(waits, 0.5).toFixed(1)} ms, p95 ${wait.toFixed(1)} ms, most ${Math.max(...waits).toFixed(0)} ms`,
      target: `p95 ≤ ${TARGET.pingMs} ms`,
      met: wait <= TARGET.pingMs,
    },
  ];
}

/** Times that were measured by a process that does nothing else, see `state-times`. */
async function timesOf(
  { stack: { address }, path }: StateBench,
  versions: Pick<StateRounds, 'bytes' | 'count' | 'from'>,
  onTurn: (turn: StateTurn) => void = () => undefined,
): Promise<StateTimes> {
  const client = fork(fileURLToPath(new URL('state-times.js', import.meta.url)), { execArgv: OWN_GARBAGE });
  try {
    const ended = once(client, 'exit').then(() => Promise.reject(new Error('the client of the states ended')));
    const measured = new Promise<StateTimes>((resolve) =>
      client.on('message', (sent: StateTurn | StateTimes) => (typeof sent === 'string' ? onTurn(sent) : resolve(sent))),
    );
    client.send({ address, path, ...versions } satisfies StateRounds);
    return await Promise.race([measured, ended]);
  } finally {
    client.kill();
  }
}

/** Calls the api again and again; those count that were made while a state was under way. */
class Pings {
  private readonly taken: number[] = [];
  private turn: StateTurn = 'idle';
  private isOver = false;
  private readonly done: Promise<void>;

  constructor(private readonly address: string) {
    this.done = this.work();
  }

  on(turn: StateTurn): void {
    this.turn = turn;
  }

  /** Milliseconds of each call. */
  async end(): Promise<number[]> {
    this.isOver = true;
    await this.done;
    return this.taken;
  }

  private async work(): Promise<void> {
    while (!this.isOver) {
      const [began, turn] = [performance.now(), this.turn];
      await (await fetch(`${this.address}/api/ping`)).text();
      if (turn === 'busy') {
        this.taken.push(performance.now() - began);
      }
    }
  }
}
