import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job } from '@switchyard/contracts';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import { PreparedAttempts } from './prepared-attempts.js';
import { exampleJob } from '../testing/recorded-attempt.js';
import { RunnerUnderTest } from '../testing/runner-under-test.js';
import { executeInShell } from '../testing/shell-executor.js';

describe(PreparedAttempts.name, () => {
  let test: RunnerUnderTest;
  /** Attempts that were begun, with the directory of each. */
  let begun: string[];

  beforeEach(() => {
    test = new RunnerUnderTest();
    begun = [];
  });
  afterEach(() => test.close());

  const gateway = () => test.gateway;
  const job = (playbook: string, id = 1): Job => exampleJob('/nowhere', { task_id: id, playbook });
  const dirOf = (attempt: number): string => path.join(test.workDir, 'attempts', String(attempt));
  const prepared = (): number[] =>
    gateway()
      .polls.at(-1)
      ?.prepared?.map(({ attempt }) => attempt) ?? [];
  const calls = (): string[] => gateway().calls.filter((call) => !/^(info|poll|heartbeat|caches)/.test(call));

  /** Prepares a file, as a checkout does, then runs. */
  async function execute(context: AttemptContext): Promise<ExecutionResult> {
    begun.push(context.dir);
    context.log.section('checkout');
    writeFileSync(path.join(context.dir, 'prepared'), context.job.playbook);
    gateway().attempts.touch();
    return executeInShell(context);
  }

  /** Reserves the job, and waits until a poll names it. */
  async function named(reserved: Job, seconds?: number): Promise<number> {
    const attempt = gateway().reserve(reserved, seconds);
    await gateway().attempts.until(() => prepared().includes(attempt));
    return attempt;
  }

  /** Reserves the job, and waits until it is prepared and a poll has named it. */
  async function prepare(reserved: Job, seconds?: number): Promise<number> {
    const attempt = await named(reserved, seconds);
    await gateway().attempts.until(() => existsSync(path.join(dirOf(attempt), 'prepared')));
    return attempt;
  }

  it('should prepare an attempt, hold it before its start, and send nothing of it', async () => {
    await test.start({ execute });
    const attempt = await prepare(job('echo hello'));
    expect(existsSync(path.join(dirOf(attempt), 'prepared'))).toBe(true);
    expect([calls(), gateway().polls.at(-1)?.held]).toEqual([[], []]);
    expect(existsSync(path.join(test.workDir, 'held', String(attempt)))).toBe(false);
  });

  it('should start it as soon as it is assigned, with all that it has logged and found out', async () => {
    await test.start({ execute });
    const reserved = job('echo hello');
    const attempt = await prepare(reserved);
    gateway().assignReserved(reserved);
    expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(begun).toHaveLength(1);
    expect(gateway().logs.bytes(attempt).toString()).toBe('hello\n');
    expect(gateway().attempts.get(attempt).facts).toMatchObject({ commit_hash: '0123abcd', command: ['sh'] });
    expect(gateway().calls.filter((call) => call === 'start')).toHaveLength(1);
    await gateway().attempts.until(() => prepared().length === 0);
  });

  it('should prepare it again when the job has changed meanwhile', async () => {
    await test.start({ execute });
    const attempt = await prepare(job('echo old'));
    gateway().assignReserved(job('cat prepared; echo; echo new'));
    expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(gateway().logs.bytes(attempt).toString()).toBe('cat prepared; echo; echo new\nnew\n');
    expect(begun).toHaveLength(2);
    expect(gateway().calls.filter((call) => call === 'start')).toHaveLength(1);
  });

  it('should throw it away with its files when it is stale', async () => {
    await test.start({ execute });
    const attempt = await prepare(job('echo never'));
    gateway().attempts.unreserve(attempt);
    await gateway().attempts.until(() => prepared().length === 0);
    expect([existsSync(dirOf(attempt)), calls()]).toEqual([false, []]);
    expect(existsSync(path.join(test.workDir, 'spool', String(attempt)))).toBe(false);
  });

  it('should throw it away by itself when its time is over', async () => {
    gateway().holdMs = 100;
    await test.start({ execute });
    await prepare(job('echo never'), 1);
    const before = gateway().polls.length;
    await gateway().attempts.until(() =>
      gateway()
        .polls.slice(before)
        .some((poll) => poll.prepared?.length === 0),
    );
    expect(calls()).toEqual([]);
  });

  it('should try one that cannot be prepared once, and again when it is assigned', async () => {
    let tries = 0;
    await test.start({
      execute: async (context) => {
        tries += 1;
        if (tries === 1) {
          throw new Error('no such branch');
        }
        return execute(context);
      },
    });
    const reserved = job('echo hello');
    const attempt = await named(reserved);
    const polls = gateway().polls.length;
    gateway().attempts.touch();
    assignAnother();
    await gateway().attempts.finished(7);
    await gateway().attempts.until(() => gateway().polls.length > polls);
    expect([tries, prepared()]).toEqual([2, [attempt]]);
    gateway().assignReserved(reserved);
    expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(tries).toBe(3);
  });

  it('should leave nothing of it behind when the runner ends', async () => {
    await test.start({ execute });
    const attempt = await prepare(job('echo never'));
    await test.stopRunner();
    expect([existsSync(dirOf(attempt)), calls()]).toEqual([false, ['leave', 'leave']]);
  });

  it('should name nothing when it takes one task and ends', async () => {
    await test.start({ execute, oneOff: true });
    await gateway().attempts.until(() => gateway().polls.length > 0);
    expect(gateway().polls[0]?.prepared).toBeUndefined();
  });

  function assignAnother(): void {
    gateway().assign(job('echo other', 7));
  }
});
