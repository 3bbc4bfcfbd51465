import { once } from 'node:events';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Job } from '@switchyard/contracts';
import { eventually } from '@switchyard/testing';
import { AttemptStopped } from '../attempt-failure.js';
import type { AttemptContext, ExecutionResult } from '../attempt/attempt-context.js';
import { AT_ONCE, PreparedAttempts } from './prepared-attempts.js';
import { FIRST_UID, IsolatedRunner, IsolationArea, isRoot } from '../testing/isolated-runner.js';
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

  /** An attempt that is assigned at once. */
  const OTHER = 77;
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
    await gateway().attempts.finished(OTHER);
    await gateway().attempts.until(() => gateway().polls.length > polls);
    expect([tries, prepared()]).toEqual([2, [attempt]]);
    gateway().assignReserved(reserved);
    expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(tries).toBe(3);
  });

  it('should prepare several in their order, a few at the same time', async () => {
    const waiting: (() => void)[] = [];
    await test.start({
      execute: async (context) => {
        if (context.job.task_id === OTHER) {
          return executeInShell(context);
        }
        const ready = new Promise<void>((resolve) => waiting.push(resolve));
        begun.push(context.dir);
        gateway().attempts.touch();
        await ready;
        return executeInShell(context);
      },
    });
    const ids = Array.from({ length: AT_ONCE + 2 }, (_, i) => i + 1);
    ids.forEach((id) => gateway().reserve(job('echo hello', id)));
    await gateway().attempts.until(() => prepared().length === ids.length);
    assignAnother();
    await gateway().attempts.finished(OTHER);
    expect(begun).toHaveLength(AT_ONCE);
    // Those that begin together make their directories at the same time.
    const inTurn = (): string[] => [...begun.slice(0, AT_ONCE).toSorted(), ...begun.slice(AT_ONCE)];
    for (const id of ids.slice(0, 2)) {
      await gateway().attempts.until(() => begun.length === AT_ONCE + id - 1);
      expect(inTurn()).toEqual(ids.slice(0, AT_ONCE + id - 1).map(dirOf));
      waiting[id - 1]?.();
    }
    await gateway().attempts.until(() => begun.length === ids.length);
    waiting.forEach((release) => release());
    ids.forEach((id) => gateway().assignReserved(job('echo hello', id)));
    await Promise.all(ids.map((id) => gateway().attempts.finished(id)));
    expect(inTurn()).toEqual(ids.map(dirOf));
  });

  it('should begin at once with one that is assigned before its turn', async () => {
    await test.start({
      execute: (context) => (context.job.task_id <= AT_ONCE ? untilStopped(context) : execute(context)),
    });
    const last = AT_ONCE + 1;
    for (let id = 1; id <= last; id++) {
      gateway().reserve(job('echo hello', id));
    }
    await gateway().attempts.until(() => prepared().length === last);
    gateway().assignReserved(job('echo hello', last));
    expect(await gateway().attempts.finished(last)).toMatchObject({ outcome: 'success' });
    expect(begun).toEqual([dirOf(last)]);
  });

  it('should throw away what was made of a cache that is cleared, and make it again of an empty one', async () => {
    const caches: string[] = [];
    await test.start({
      execute: (context) => {
        caches.push(context.cacheDir);
        return execute(context);
      },
    });
    const reserved = job('echo hello');
    const attempt = await prepare(reserved);
    gateway().attempts.clearCache = new Date().toISOString();
    gateway().attempts.touch();
    await gateway().attempts.until(() => gateway().polls.at(-1)?.cleaned !== null);
    assignAnother();
    await gateway().attempts.finished(OTHER);
    expect(existsSync(dirOf(attempt))).toBe(false);
    gateway().assignReserved(reserved);
    expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'success' });
    expect(new Set(caches).size).toBe(2);
  });

  /** An attempt that runs, with another one prepared that takes its slot. */
  async function succession(): Promise<{ end: () => void; attempt: number }> {
    let end = (): void => undefined;
    const ended = new Promise<void>((resolve) => (end = resolve));
    await test.start({
      execute: async (context) => {
        await (context.job.task_id === OTHER ? ended : undefined);
        return execute(context);
      },
    });
    assignAnother();
    const reserved = job('echo hello');
    const attempt = await prepare(reserved);
    gateway().successor = reserved;
    return { end, attempt };
  }
  const starts = (): number => gateway().calls.filter((call) => call === 'start').length;

  it('should begin by the answer to the report of an end, and once when a poll brings it too', async () => {
    const { end, attempt } = await succession();
    let letPolls = (): void => undefined;
    const polls = new Promise<void>((resolve) => (letPolls = resolve));
    gateway().beforeAnswer = (call) => (call === 'poll' ? polls : Promise.resolve());
    gateway().attempts.repeatsJobs = true;
    end();
    expect(await gateway().attempts.finished(OTHER)).toMatchObject({ outcome: 'success', next: true });
    expect(await gateway().attempts.finished(attempt)).toMatchObject({ outcome: 'success', next: false });
    const before = gateway().polls.length;
    letPolls();
    await gateway().attempts.until(() => gateway().polls.length > before + 1);
    expect([starts(), begun.length]).toEqual([2, 2]);
  });

  it('should not begin by an answer that comes when the runner stops', async () => {
    const { end } = await succession();
    gateway().beforeAnswer = (call) =>
      call === 'finish' ? eventually(() => expect(gateway().leaves).toHaveLength(1)) : Promise.resolve();
    end();
    await gateway().attempts.finished(OTHER);
    await test.stopRunner();
    expect([starts(), calls().filter((call) => call === 'finish')]).toEqual([1, ['finish']]);
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

  async function untilStopped({ stop }: AttemptContext): Promise<ExecutionResult> {
    await once(stop, 'abort');
    throw new AttemptStopped();
  }

  function assignAnother(): void {
    gateway().assign(job('echo other', OTHER));
  }
});

(isRoot ? describe : describe.skip)('attempts that are prepared with separate users', () => {
  let area: IsolationArea;
  let runner: IsolatedRunner;
  beforeAll(() => {
    area = new IsolationArea({ 'hold.sh': 'echo here; exec sleep 1000\n', 'hello.sh': 'echo hello\n' });
  });
  beforeEach(() => {
    runner = new IsolatedRunner(area);
  });
  afterEach(() => runner.close());
  afterAll(() => area.remove());

  /** Directories of attempts, without those of mirrors. */
  const directories = (): string[] =>
    readdirSync(path.join(runner.workDir, 'attempts'))
      .filter((name) => /^\d+$/.test(name))
      .toSorted();

  it('should be as many as there are users left, and make room for one that is assigned', async () => {
    const { attempts, polls } = runner.gateway;
    // Two for attempts, and one that keeps mirrors.
    await runner.start(`${FIRST_UID + 5}-${FIRST_UID + 7}`);
    await runner.printed(runner.assign(1, { playbook: 'hold.sh' }), 'here');
    [2, 3, 4].forEach((id) => runner.reserve(id, { playbook: 'hello.sh' }));
    await attempts.until(() => polls.at(-1)?.prepared?.length === 3);
    await eventually(() => expect(directories()).toContain('2'));
    expect(directories()).toEqual(['1', '2']);
    expect(await runner.run(5, { playbook: 'hello.sh' })).toMatchObject({ outcome: 'success' });
    await attempts.until(() => polls.at(-1)?.prepared?.length === 3);
    expect(attempts.get(1).finish).toBeNull();
  });
});
