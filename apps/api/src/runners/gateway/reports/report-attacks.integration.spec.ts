import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  type AttemptLease,
  LEASE_TTL_SECONDS,
  MAX_LOG_BYTES,
  type PollAnswer,
  type SealedJob,
  type TaskStatus,
} from '@switchyard/contracts';
import { newProject, newTask, newTemplate } from '@switchyard/database/testing';
import { type Engine, expireLeases, stopTask } from '@switchyard/engine';
import { ENGINE } from '../../../platform/infrastructure/tokens.js';
import { assignWaiting, type GatewayAnswer, logFrame, RunnerClient } from '../../../testing/runner-client.js';
import { startTestApp, type TestApp } from '../../../testing/test-app.js';

interface Held extends AttemptLease {
  taskId: number;
  projectId: number;
  by: RunnerClient;
}

const LOST = { status: 409, body: { error: 'LEASE_LOST', code: 'LEASE_LOST', params: {} } };

describe('a report of a runner', () => {
  let test: TestApp;
  let mine: Held;
  let other: Held;
  beforeAll(async () => {
    test = await startTestApp();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.dataSource.query('delete from task');
    await test.dataSource.query('delete from runner');
    mine = await assigned('mine');
    other = await assigned('other');
  });

  /** A task of a project of its own, in the hands of a runner of its own. */
  async function assigned(tag: string): Promise<Held> {
    const { id: projectId } = await newProject(test.dataSource);
    const by = await RunnerClient.create(test, { tags: [tag] });
    const task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId, runnerTag: tag }));
    await assignWaiting(test);
    const [row] = await test.dataSource.query<{ id: number; lease_id: string }[]>(
      'select id, lease_id from attempt where task_id = $1 order by number desc',
      [task.id],
    );
    return { attempt: row?.id ?? 0, lease: row?.lease_id ?? '', taskId: task.id, projectId, by };
  }

  const engine = () => test.app.get<Engine>(ENGINE);
  const leaseOf = ({ attempt, lease }: AttemptLease): AttemptLease => ({ attempt, lease });
  const end = (held: AttemptLease, more: object = {}) => ({
    ...leaseOf(held),
    outcome: 'success',
    exit_code: 0,
    signal: null,
    reason: null,
    lines: 0,
    bytes: 0,
    ...more,
  });
  const status = async ({ taskId }: Held): Promise<TaskStatus | undefined> =>
    (await test.dataSource.query<{ status: TaskStatus }[]>('select status from task where id = $1', [taskId]))[0]
      ?.status;
  const stored = async ({ taskId }: Held): Promise<string> => {
    const rows = await test.dataSource.query<{ body: Buffer }[]>(
      'select body from log_chunk where task_id = $1 order by attempt, first_line',
      [taskId],
    );
    return rows.map(({ body }) => body.toString()).join('');
  };
  const start = (held: Held) => held.by.call('start', leaseOf(held));
  const acked = (held: Held, next: number) => ({ status: 200, body: { ack: [[held.attempt, next]], stale: [] } });
  const stale = (held: Held) => ({ status: 200, body: { ack: [], stale: [held.attempt] } });

  /** Every call about an attempt. */
  const reports = (by: RunnerClient, held: AttemptLease): Promise<GatewayAnswer>[] => [
    by.call('start', leaseOf(held)),
    by.call('progress', { ...leaseOf(held), commit_hash: 'abcd', commit_message: 'forged' }),
    by.call('results', {
      ...leaseOf(held),
      hosts: [],
      errors: [{ index: 0, host: 'h', task: 't', error: 'forged' }],
      stages: [],
    }),
    by.call('plan-file', leaseOf(held)),
    by.call('finish', end(held)),
  ];

  it.each([
    ['of another runner, with a guessed lease', () => ({ ...other, lease: randomUUID() })],
    ['of another runner, with its lease', () => other],
    ['that does not exist', () => ({ attempt: 2_000_000_000, lease: randomUUID() })],
  ])('should be refused about an attempt %s, and store nothing', async (_what, about) => {
    const held = about();
    for (const answer of await Promise.all(reports(mine.by, held))) {
      expect(answer).toMatchObject(LOST);
    }
    expect(await mine.by.log(held, 0, 'forged\n')).toMatchObject({ body: { ack: [], stale: [held.attempt] } });
    expect([await status(other), await stored(other)]).toEqual(['starting', '']);
    expect(
      JSON.stringify(await test.dataSource.query('select * from task where id = $1', [other.taskId])),
    ).not.toContain('forged');
    expect(await test.dataSource.query('select * from task_error')).toEqual([]);
  });

  it('should be refused about a task that waits for a runner still', async () => {
    const template = await newTemplate(test.dataSource, { projectId: mine.projectId, runnerTag: 'nobody' });
    const { id } = await newTask(test.dataSource, template);
    expect(await mine.by.call('start', { attempt: mine.attempt, lease: randomUUID() })).toMatchObject(LOST);
    expect(await mine.by.call('start', { attempt: id + 1_000_000, lease: mine.lease })).toMatchObject(LOST);
    expect(await status({ ...mine, taskId: id })).toBe('waiting');
  });

  it('should be refused after the end, but for a repetition of the end itself', async () => {
    await start(mine);
    await mine.by.log(mine, 0, 'one\n');
    expect((await mine.by.call('finish', end(mine, { lines: 1 }))).status).toBe(200);
    const [started, progress, results, plan, finish] = await Promise.all(reports(mine.by, mine));
    expect([started, progress, results, plan]).toMatchObject([LOST, LOST, LOST, LOST]);
    expect(finish?.status).toBe(200);
    expect(await mine.by.log(mine, 1, 'late\n')).toMatchObject(stale(mine));
    expect((await mine.by.call('finish', end(mine, { outcome: 'error', reason: 'changed my mind' }))).status).toBe(200);
    expect([await status(mine), await stored(mine)]).toEqual(['success', 'one\n']);
  });

  it('should be refused about an attempt that was given to another runner meanwhile', async () => {
    await test.dataSource.query(`update attempt set lease_until = now() - interval '1 s' where id = $1`, [
      mine.attempt,
    ]);
    await expireLeases(engine());
    const successor = await RunnerClient.create(test, { tags: ['mine'] });
    await test.dataSource.query('update runner set active = false where id = $1', [mine.by.runner.id]);
    await assignWaiting(test);
    for (const answer of await Promise.all(reports(mine.by, mine))) {
      expect(answer).toMatchObject(LOST);
    }
    expect(await mine.by.log(mine, 0, 'late\n')).toMatchObject(stale(mine));
    const { body } = await successor.call('poll', {
      held: [],
      apps: [{ id: 'bash', version: '1' }],
      version: '1',
      max_parallel_tasks: 1,
    });
    const [job] = (body as PollAnswer).jobs;
    expect(job).toMatchObject({ task_id: mine.taskId, number: 2 });
    expect((await successor.call('start', { attempt: job?.attempt, lease: job?.lease })).status).toBe(200);
    expect([await status(mine), await stored(mine)]).toEqual(['running', '']);
  });

  it.each([
    ['a success before the start', 'success', /starting cannot become success/],
    ['a plan before the start', 'planned', /PLAN_MISSING|cannot become/],
  ])('should be refused when it jumps in status: %s', async (_what, outcome, message) => {
    const answer = await mine.by.call('finish', end(mine, { outcome }));
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([409, expect.stringMatching(message)]);
    expect(await status(mine)).toBe('starting');
  });

  it('should be refused when it reports a plan that was never stored', async () => {
    await start(mine);
    expect(await mine.by.call('finish', end(mine, { outcome: 'planned' }))).toMatchObject({
      status: 409,
      body: { error: 'PLAN_MISSING', code: 'PLAN_MISSING', params: {} },
    });
    expect(await status(mine)).toBe('running');
  });

  it('should not make a task stopped that nobody has stopped, nor successful one that was', async () => {
    await start(mine);
    await mine.by.call('finish', end(mine, { outcome: 'stopped', exit_code: null }));
    expect(await status(mine)).toBe('error');
    await start(other);
    await stopTask(engine(), { projectId: other.projectId, taskId: other.taskId, force: false });
    await other.by.call('finish', end(other));
    expect(await status(other)).toBe('stopped');
  });

  it.each([
    ['an unknown outcome', { outcome: 'confirmed' }],
    ['lines below zero', { lines: -1 }],
    ['an exit code that is no number', { exit_code: '0; drop table task' }],
    ['a reason of thousands of characters', { reason: 'x'.repeat(3_000) }],
    ['no lease', { lease: undefined }],
  ])('should be refused with %s', async (_what, more) => {
    await start(mine);
    expect((await mine.by.call('finish', end(mine, more))).status).toBe(400);
    expect(await status(mine)).toBe('running');
  });

  it('should be refused when it ends the task before its log is there', async () => {
    await start(mine);
    await mine.by.log(mine, 0, 'one\n');
    expect(await mine.by.call('finish', end(mine, { lines: 2 }))).toMatchObject({
      status: 409,
      body: { error: 'LOG_INCOMPLETE', code: 'LOG_INCOMPLETE', params: {}, next: 1 },
    });
    expect(await status(mine)).toBe('running');
  });

  describe('with log chunks', () => {
    beforeEach(async () => {
      await mine.by.log(mine, 0, 'one\ntwo\n');
    });

    it('should store a repeated chunk once', async () => {
      expect(await mine.by.log(mine, 0, 'one\ntwo\n')).toMatchObject(acked(mine, 2));
      expect(await stored(mine)).toBe('one\ntwo\n');
    });

    it('should keep the first bytes when the same lines come with others', async () => {
      expect(await mine.by.log(mine, 0, 'ONE\nTWO\n')).toMatchObject(acked(mine, 2));
      expect(await stored(mine)).toBe('one\ntwo\n');
    });

    it('should store nothing of a chunk that overlaps, and answer which line is next', async () => {
      expect(await mine.by.log(mine, 1, 'two\nthree\n')).toMatchObject(acked(mine, 2));
      expect(await stored(mine)).toBe('one\ntwo\n');
    });

    it('should store nothing behind a gap, and answer which line is next', async () => {
      expect(await mine.by.log(mine, 3, 'four\n')).toMatchObject(acked(mine, 2));
      expect(await mine.by.log(mine, 900_000_000, 'far\n')).toMatchObject(acked(mine, 2));
      expect(await stored(mine)).toBe('one\ntwo\n');
    });

    it.each([
      ['a line below zero', -1, {}],
      ['a line that no log can have', 2 ** 40, {}],
      ['more lines than it holds', 2, { n: 5 }],
      ['a line kind that there is none of', 2, { kind: 7 as 0 }],
      ['bytes of another length', 2, { bl: 3 }],
    ])('should be refused with %s, and store nothing', async (_what, first, head) => {
      expect((await mine.by.log(mine, first, 'three\n', head)).status).toBe(400);
      expect(await stored(mine)).toBe('one\ntwo\n');
    });

    it('should store nothing of a request that is broken in one place', async () => {
      const good = Buffer.from(logFrame(mine, 2, 'three\n'));
      for (const frame of [good.subarray(0, good.length - 3), Buffer.concat([good, good]), Buffer.alloc(4, 255)]) {
        expect((await mine.by.send(mine.by.request('log', frame))).status).toBe(400);
      }
      expect(await stored(mine)).toBe('one\ntwo\n');
    });

    it('should be refused when it is gigantic', async () => {
      const frame = Buffer.alloc(17 * 1024 * 1024, 120);
      expect((await mine.by.send(mine.by.request('log', frame))).status).toBe(413);
      expect(await mine.by.log(mine, 2, 'three\n')).toMatchObject(acked(mine, 3));
    });

    it('should lose the attempt when the log is larger than any may be', async () => {
      await test.dataSource.query('update attempt_log set bytes = $2 where attempt_id = $1', [
        mine.attempt,
        MAX_LOG_BYTES,
      ]);
      expect(await mine.by.log(mine, 2, 'three\n')).toMatchObject(stale(mine));
      expect(await other.by.log(other, 0, 'goes on\n')).toMatchObject(acked(other, 1));
    });

    it('should leave room for others when it sends many at once, and store each line once', async () => {
      const flood = Array.from({ length: 60 }, () => mine.by.log(mine, 2, 'x\n'.repeat(20_000)));
      expect(await other.by.log(other, 0, 'served\n')).toMatchObject(acked(other, 1));
      const statuses = (await Promise.all(flood)).map((answer) => answer.status);
      expect(statuses.filter((code) => code !== 200 && code !== 429)).toEqual([]);
      expect((await stored(mine)).length).toBe('one\ntwo\n'.length + 40_000);
    });

    it('should keep up with a thousand chunks of one line, in order', async () => {
      const text = Array.from({ length: 1_000 }, (_, i) => `line ${i}\n`);
      for (const [i, line] of text.entries()) {
        await mine.by.log(mine, i + 2, line);
      }
      expect(await stored(mine)).toBe(`one\ntwo\n${text.join('')}`);
    });
  });

  it('should not bring jobs of others, nor open what is sealed to another', async () => {
    const wish = { held: [], apps: [{ id: 'bash', version: '1' }], version: '1', max_parallel_tasks: 9 };
    const jobs = async (by: RunnerClient): Promise<SealedJob[]> =>
      ((await by.call('poll', wish)).body as PollAnswer).jobs;
    expect((await jobs(mine.by)).map(({ attempt }) => attempt)).toEqual([mine.attempt]);
    expect((await jobs(other.by)).map(({ attempt }) => attempt)).toEqual([other.attempt]);
    const claim = { ...wish, held: [{ ...leaseOf(other), order: 'none' }] };
    const answer = (await mine.by.call('poll', claim)).body as PollAnswer;
    expect(answer.stale).toEqual([other.attempt]);
  });

  it('should not renew the lease of another', async () => {
    const until = async (): Promise<unknown> =>
      test.dataSource.query('select lease_until from attempt where id = $1', [other.attempt]);
    const before = await until();
    const held = [{ ...leaseOf(other), order: 'none' }];
    expect(await mine.by.call('heartbeat', { held })).toMatchObject({ body: { stale: [other.attempt] } });
    expect(await until()).toEqual(before);
    expect(LEASE_TTL_SECONDS).toBeLessThanOrEqual(45);
  });
});
