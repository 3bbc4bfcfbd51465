import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { PollAnswer } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { RunnerClient } from '../../testing/runner-client.js';
import { countStatements } from '../../testing/statement-count.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { RunnerWakeUps } from './handout/runner-wake-ups.js';

const RUNNERS = 30;
/** Of these the cheapest is what counts: timers of the app send statements in between. */
const ROUNDS = 5;
/**
 * Of one round of polls of all runners, for each second that it takes: their identities are looked up together, and their reports
 * are stored together. On an idle machine they are two; a busy one lets some runners fall out of step.
 */
const MOST_STATEMENTS = RUNNERS / 5;

const REPORT = { held: [], apps: [{ id: 'bash', version: '5.2' }], version: 'test', max_parallel_tasks: 0 };

let test: TestApp;
let fleet: RunnerClient[];
let revision: string;

beforeAll(async () => {
  test = await startTestApp();
  fleet = await Promise.all(Array.from({ length: RUNNERS }, () => RunnerClient.create(test)));
  const answers = await Promise.all(fleet.map((runner) => runner.call('poll', { ...REPORT, probes_revision: '' })));
  revision = (answers[0]?.body as PollAnswer).probes?.revision ?? '';
});
afterAll(() => test.close());

/** Lets the runners send a poll, each as soon as the one before has arrived, until all are held. @returns statements of it, for each second begun */
async function pollOnce(): Promise<number> {
  const { waiters } = test.app.get(RunnerWakeUps, { strict: false });
  const hangUp = new AbortController();
  const counter = countStatements();
  const began = performance.now();
  const polls: Promise<unknown>[] = [];
  const [arrived, looked] = [jest.spyOn(waiters, 'add'), jest.spyOn(waiters, 'look')];
  try {
    for (const runner of fleet) {
      const { url, headers, body } = runner.request('poll', Buffer.from(JSON.stringify(report())));
      polls.push(fetch(url, { method: 'POST', headers, body, signal: hangUp.signal }));
      await eventually(() => arrived.mock.calls.length === polls.length, { interval: 1 });
    }
    const seconds = Math.ceil((performance.now() - began) / 1000);
    await eventually(() => looked.mock.calls.length === RUNNERS, { interval: 5 });
    await Promise.all(looked.mock.results.map(({ value }) => value as Promise<unknown>));
    return counter.read().run / seconds;
  } finally {
    hangUp.abort();
    await Promise.allSettled(polls);
    arrived.mockRestore();
    looked.mockRestore();
    counter.stop();
  }
}

const report = (): object => ({ ...REPORT, probes_revision: revision });

describe('idle runners', () => {
  it('should cost a statement for five of them, at most, in a round of polls of all', async () => {
    await pollOnce();
    const costs: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      costs.push(await pollOnce());
    }
    expect(Math.min(...costs)).toBeLessThanOrEqual(MOST_STATEMENTS);
  });
});
