import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AttemptLease, PollAnswer } from '@switchyard/contracts';
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

async function poll(): Promise<AttemptLease> {
  const { body } = await runner.call('poll', { held: [], ...ITSELF });
  const [job] = (body as PollAnswer).jobs;
  return { attempt: job?.attempt ?? 0, lease: job?.lease ?? '' };
}

/** The steps of one start, in their order. */
function steps(): [string, () => Promise<unknown>][] {
  let held: AttemptLease = { attempt: 0, lease: '' };
  return [
    ['launch', launch],
    ['drain', () => assignWaiting(test)],
    ['poll', async () => (held = await poll())],
    ['start', async () => expect((await runner.call('start', held)).status).toBe(200)],
    ['progress', async () => expect((await runner.call('progress', { ...held, ...FOUND })).status).toBe(204)],
    ['finish', async () => expect((await runner.call('finish', { ...held, ...END })).status).toBe(204)],
  ];
}

/** The least that each step has cost. */
async function costs(): Promise<Record<string, SentStatements>> {
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

describe('a start of a task', () => {
  it('should cost few statements, all of them prepared but for the brackets of the drain', async () => {
    const spent = await costs();
    const over = Object.entries(BUDGET).filter(
      ([step, { run, parsed }]) => !spent[step] || spent[step].run > run || spent[step].parsed > parsed,
    );
    expect(over.map(([step]) => ({ step, spent: spent[step] }))).toEqual([]);
  });
});
