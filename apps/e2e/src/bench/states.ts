import { setImmediate as turn } from 'node:timers/promises';
import { createGitRepository } from '@switchyard/testing';
import { createProject } from '../support/project.js';
import { residentMb } from '../support/resident-memory.js';
import { TestStack } from '../support/stack.js';
import {
  createWorkspace,
  readCall,
  StateClient,
  stateBytes,
  type StateAnswer,
  writeCall,
} from '../support/state-client.js';
import type { Row } from './report.js';
import { measureLocks, type StateBench } from './state-locks.js';
import { quantile } from './statistics.js';

const MEGABYTE = 1_048_576;
const [SMALL, LARGE] = [MEGABYTE, 63.5 * MEGABYTE];
const WARM_UP = 30;
const SMALL_TIMES = 200;
const LARGE_TIMES = 4;
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
  await timesOf(bench, versionsOf({ bytes: SMALL, count: WARM_UP, from: 1 }));
  const { posts, gets } = await timesOf(bench, versionsOf({ bytes: SMALL, count: SMALL_TIMES, from: 1_000 }));
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
  const versions = versionsOf({ bytes: LARGE, count: LARGE_TIMES, from: 1 });
  const before = residentMb(pid);
  let peak = before;
  const sampler = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  // A connection that was closed while the versions were made is found closed before it is used.
  await turn();
  const pings = pingUntil(bench.stack.address);
  const { posts, gets } = await timesOf(bench, versions);
  clearInterval(sampler);
  const waits = await pings();
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

interface Versions {
  bytes: number;
  count: number;
  /** Serial of the first. */
  from: number;
}

/** Made before the clock starts, as the clients share a thread. */
const versionsOf = ({ bytes, count, from }: Versions): Buffer[] =>
  Array.from({ length: count }, (_, i) => stateBytes({ serial: from + i, bytes, mark: `version ${from + i}` }));

/** Milliseconds of writing versions one after the other, and of reading each. */
async function timesOf(
  { stack: { address }, client, path }: StateBench,
  versions: readonly Buffer[],
): Promise<{ posts: number[]; gets: number[] }> {
  const [posts, gets]: [number[], number[]] = [[], []];
  for (const sent of versions) {
    posts.push((await timed(() => client.send(address, writeCall(path, sent)))).ms);
    const read = await timed(() => client.send(address, readCall(path)));
    gets.push(read.ms);
    if (!read.answer.body.equals(sent)) {
      throw new Error('another state was read than was written');
    }
  }
  return { posts, gets };
}

async function timed(call: () => Promise<StateAnswer>): Promise<{ ms: number; answer: StateAnswer }> {
  const began = performance.now();
  const answer = await call();
  const ms = performance.now() - began;
  if (answer.status !== 200) {
    throw new Error(`the backend answered ${answer.status} ${answer.body.toString().slice(0, 200)}`);
  }
  return { ms, answer };
}

/** Calls the api again and again; the function that is given back ends that and answers the milliseconds of each call. */
function pingUntil(address: string): () => Promise<number[]> {
  const taken: number[] = [];
  let over = false;
  const work = async (): Promise<void> => {
    while (!over) {
      const began = performance.now();
      await (await fetch(`${address}/api/ping`)).text();
      taken.push(performance.now() - began);
    }
  };
  const done = work();
  return async () => {
    over = true;
    await done;
    return taken;
  };
}
