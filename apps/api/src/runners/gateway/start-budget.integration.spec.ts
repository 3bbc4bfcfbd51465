import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttemptLease, FinishAnswer, PollAnswer } from '@switchyard/contracts';
import { newTemplate } from '@switchyard/database/testing';
import type { MessageBus } from '@switchyard/server';
import { BUS } from '../../platform/infrastructure/tokens.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { assignWaiting, RunnerClient } from '../../testing/runner-client.js';
import { countStatements, type SentStatements } from '../../testing/statement-count.js';

/** Starts before, after which each connection in use has prepared what a start needs. */
const WARM_UP = 16;
/** Counted starts, of which the cheapest of each step is its cost: timers of the app send statements in between. */
const STARTS = 8;
/** Slots of the runner while others wait: with so few, each task that begins makes room for another reservation. */
const SLOTS = 2;

const END = { outcome: 'success', exit_code: 0, signal: null, reason: null, lines: 0, bytes: 0 };
const FOUND = { commit_hash: '0123abcd', commit_message: 'first commit', command: ['bash', 'run.sh'] };
const ITSELF = { apps: [{ id: 'bash', version: '5.2' }], version: 'test', probes_revision: '', max_parallel_tasks: 0 };

let test: ProjectFixture;
let runner: RunnerClient;
let templateId: number;

beforeAll(async () => {
  test = await startProjectFixture();
  runner = await RunnerClient.create(test);
  templateId = (await newTemplate(test.dataSource, { projectId: test.projectId, allowParallelTasks: true })).id;
});
afterAll(() => test.close());

async function launch(): Promise<void> {
  const { status } = await test.manager.post(`${test.base}/tasks`, { template_id: templateId });
  expect(status).toBeLessThan(300);
}

async function poll(hands: object): Promise<PollAnswer> {
  return (await runner.call('poll', { ...ITSELF, ...hands })).body as PollAnswer;
}

async function start(held: AttemptLease): Promise<void> {
  expect((await runner.call('start', held)).status).toBe(200);
}

async function progress(held: AttemptLease): Promise<void> {
  expect((await runner.call('progress', { ...held, ...FOUND })).status).toBe(204);
}

/** @returns what takes the slot, where the runner asks for it */
async function finish(held: AttemptLease, next = false): Promise<AttemptLease[]> {
  const { status, body } = await runner.call('finish', { ...held, ...END, next });
  expect(status).toBe(200);
  return (body as FinishAnswer).jobs.map(leaseOf);
}

const leaseOf = ({ attempt, lease }: AttemptLease): AttemptLease => ({ attempt, lease });

type Steps = [string, () => Promise<unknown>][];

/** The steps of one start, in their order. */
function steps(): Steps {
  let held: AttemptLease = { attempt: 0, lease: '' };
  return [
    ['launch', launch],
    ['drain', () => assignWaiting(test)],
    ['poll', async () => ([held = held] = (await poll({ held: [] })).jobs.map(leaseOf))],
    ['start', () => start(held)],
    ['progress', () => progress(held)],
    ['finish', () => finish(held)],
  ];
}

/** A runner whose slots are all busy and that has prepared as many, with tasks waiting behind them. @returns the steps of the turn of a slot */
async function crowd(): Promise<() => Steps> {
  for (let i = 0; i < 3 * SLOTS; i++) {
    await launch();
  }
  await assignWaiting(test);
  const first = await poll({ held: [], prepared: [] });
  const held = first.jobs.map(leaseOf);
  const prepared = first.ahead.map(leaseOf);
  expect([held.length, prepared.length]).toEqual([SLOTS, SLOTS]);
  await Promise.all(held.map(start));
  const newest = (): AttemptLease => held.at(-1) as AttemptLease;
  return () => [
    ['launch', launch],
    [
      'finish',
      async () => {
        const next = await finish(held.shift() as AttemptLease, true);
        expect(next).toEqual(prepared.splice(0, 1));
        held.push(...next);
      },
    ],
    ['start', () => start(newest())],
    ['progress', () => progress(newest())],
    // However slow the machine: only a runner whose slots come free often prepares more than one.
    ['beYoung', () => test.dataSource.query('update attempt set created = now()')],
    ['drain', () => assignWaiting(test)],
    [
      'poll',
      async () => {
        const { jobs, ahead, stale } = await poll({ held: held.map((each) => ({ ...each, order: 'none' })), prepared });
        expect([jobs, ahead.length, stale]).toEqual([[], 1, []]);
        prepared.push(...ahead.map(leaseOf));
      },
    ],
  ];
}

/** The least that each step has cost. */
async function costs(steps: () => Steps): Promise<Record<string, SentStatements>> {
  const counter = countStatements();
  const bus = test.app.get<MessageBus>(BUS);
  const least: Record<string, SentStatements> = {};
  try {
    for (let start = 0; start < WARM_UP + STARTS; start++) {
      for (const [name, step] of steps()) {
        const before = counter.read();
        await step();
        await bus.flush();
        const after = counter.read();
        const cost = { run: after.run - before.run, parsed: after.parsed - before.parsed };
        const known = least[name];
        if (start >= WARM_UP && (!known || cost.run + cost.parsed < known.run + known.parsed)) {
          least[name] = cost;
        }
      }
    }
    return least;
  } finally {
    counter.stop();
  }
}

/** Most statements of each step, its message on the bus among them, and most of them that the server may parse: a transaction's brackets are never prepared. */
const BUDGET: Readonly<Record<string, SentStatements>> = {
  launch: { run: 4, parsed: 0 },
  drain: { run: 7, parsed: 2 },
  poll: { run: 3, parsed: 0 },
  start: { run: 2, parsed: 0 },
  progress: { run: 1, parsed: 0 },
  finish: { run: 2, parsed: 0 },
};

/** As above, in the turn of a slot while others wait: the end hands it over, and the drain makes one more reservation. */
const WAITING_BUDGET: typeof BUDGET = {
  ...BUDGET,
  finish: { run: 8, parsed: 2 },
  drain: { run: 7, parsed: 2 },
  poll: { run: 2, parsed: 0 },
};

describe('a start of a task', () => {
  it('should cost few statements, all of them prepared but for the brackets of the drain', async () => {
    expect(over(await costs(steps), BUDGET)).toEqual([]);
  });

  it('should cost few as well while others wait: the slot is handed over with the end', async () => {
    runner = await RunnerClient.create(test, { maxParallelTasks: SLOTS });
    await test.dataSource.query('update runner set active = id = $1', [runner.runner.id]);
    expect(over(await costs(await crowd()), WAITING_BUDGET)).toEqual([]);
  });

  function over(spent: Record<string, SentStatements>, budget: Readonly<Record<string, SentStatements>>): unknown[] {
    return Object.entries(budget)
      .filter(([step, { run, parsed }]) => !spent[step] || spent[step].run > run || spent[step].parsed > parsed)
      .map(([step]) => ({ step, spent: spent[step] }));
  }
});
