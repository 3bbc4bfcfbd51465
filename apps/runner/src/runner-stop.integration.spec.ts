import { readFileSync } from 'node:fs';
import { afterAll, afterEach, beforeEach, expect, it, jest } from '@jest/globals';
import type { Job, JobPlanning } from '@switchyard/contracts';
import { eventually, installSlowProvider } from '@switchyard/testing';
import { execute } from './executors/index.js';
import { makeRepository } from './testing/git-repository.js';
import { EXAMPLE_PLANNING, exampleJob, makeTestArea } from './testing/recorded-attempt.js';
import { RunnerUnderTest } from './testing/runner-under-test.js';
import { describeWithTerraform } from './testing/describe-with-terraform.js';

const area = makeTestArea();
afterAll(() => area.remove());
const provider = installSlowProvider(area.dir);

const PLANNING: JobPlanning = { ...EXAMPLE_PLANNING, auto_approve: true };

describeWithTerraform('a runner that stops during an apply', () => {
  let test: RunnerUnderTest;
  beforeEach(() => {
    test = new RunnerUnderTest();
  });
  afterEach(() => test.close());

  const stateOf = (journal: string): string => readFileSync(area.path(`${journal}.tfstate`), 'utf8');

  async function applying(journal: string, ignoresStop = false, more: Partial<Job> = {}): Promise<number> {
    const backend = `terraform {\n  backend "local" {\n    path = "${area.path(`${journal}.tfstate`)}"\n  }\n}\n`;
    const configuration = provider.configuration({ journal, seconds: 600, ignoresStop });
    const sources = makeRepository(area.path(journal), { 'backend.tf': backend, 'main.tf': configuration });
    await test.start({ execute, drains: false });
    const job = exampleJob(`file://${sources}`, {
      app: 'terraform',
      playbook: '',
      planning: PLANNING,
      env: provider.env,
      ...more,
    });
    const attempt = test.gateway.assign(job);
    await eventually(() => provider.journal(journal).includes('create begins'));
    return attempt;
  }

  it('should wait until the tool has written its state, and report the end', async () => {
    const attempt = await applying('asked');
    await test.stopRunner(60_000);
    expect(provider.journal('asked')).toEqual(['create begins', 'cancelled']);
    expect(stateOf('asked')).toContain('"tainted"');
    const { finish } = test.gateway.attempts.get(attempt);
    expect(finish).toMatchObject({ outcome: 'error', reason: 'The runner was shut down' });
  });

  it('should let the tool write its state when the time limit of the task is over', async () => {
    const timers = jest.spyOn(globalThis, 'setTimeout');
    const attempt = await applying('limited', false, { time_limit_seconds: 3_600 });
    const [limit] = timers.mock.calls.filter(([, ms]) => ms === 3_600_000);
    timers.mockRestore();
    limit?.[0]();
    await eventually(() => test.gateway.attempts.get(attempt).finish !== null, { timeout: 60_000 });
    expect(provider.journal('limited')).toEqual(['create begins', 'cancelled']);
    expect(stateOf('limited')).toContain('"tainted"');
    expect(test.gateway.attempts.get(attempt).finish).toMatchObject({
      outcome: 'error',
      reason: expect.stringMatching(/60 minutes/),
    });
  });

  it('should kill at once when it is in a hurry', async () => {
    const attempt = await applying('hurried', true);
    const hurry = new AbortController();
    const stopped = test.stopRunner(600_000, hurry.signal);
    await eventually(() => test.gateway.logs.bytes(attempt).includes('Interrupt received'));
    hurry.abort();
    await stopped;
    expect(provider.journal('hurried')).toEqual(['create begins']);
    expect(test.gateway.attempts.get(attempt).finish).toMatchObject({ reason: 'The runner was shut down' });
  });
});
