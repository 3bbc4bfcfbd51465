import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { TaskStatus } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import { newTask } from '@switchyard/database/testing';
import { eventually } from '@switchyard/testing';
import type { QueryRunner } from 'typeorm';
import { confirmTask } from '../plans/decide-task.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { closeTask } from '../life-cycle/close-task.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { TransitionFeed } from './transition-feed.js';

describe(TransitionFeed.name, () => {
  let fixture: EngineFixture;
  let template: Template;
  let feed: TransitionFeed;
  let open: QueryRunner[];
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  beforeEach(async () => {
    template = await fixture.template();
    feed = new TransitionFeed(fixture.engine);
    open = [];
  });
  afterEach(async () => {
    await Promise.all(open.map((runner) => runner.release()));
    await fixture.source.query('truncate task_event restart identity');
    await fixture.clear();
  });
  afterAll(() => fixture.drop());

  async function begin(): Promise<QueryRunner> {
    const runner = fixture.source.createQueryRunner();
    open.push(runner);
    await runner.startTransaction();
    return runner;
  }

  const task = async (status: TaskStatus = 'waiting') => (await newTask(fixture.source, template, { status })).id;
  const stop = { attemptNumber: 0, to: 'stopped', outcome: 'forced', end: null } as const;
  const end = (runner: QueryRunner, taskId: number, from: TaskStatus = 'waiting') =>
    closeTask(runner.manager, { ...stop, taskId, from });
  const read = async (after = '0') => (await feed.read(after)).map(({ taskId }) => taskId);
  /** Transactions of other databases of the server delay what is settled. */
  const readsAtLast = (ids: (number | undefined)[]) => eventually(async () => expect(await read()).toEqual(ids));

  it('should wait for a transaction that has taken a smaller id, and lose nothing', async () => {
    const [first, second] = [await task(), await task()];
    const [slow, fast] = [await begin(), await begin()];
    await end(slow, first);
    await end(fast, second);
    await fast.commitTransaction();
    expect(await read()).toEqual([]);
    await slow.commitTransaction();
    await readsAtLast([first, second]);
  });

  it('should wait for a transaction that had begun to write before others did', async () => {
    const [first, second] = [await task(), await task()];
    const slow = await begin();
    await slow.query('select pg_current_xact_id()');
    const fast = await begin();
    await end(fast, second);
    await fast.commitTransaction();
    await end(slow, first);
    expect(await read()).toEqual([]);
    await slow.rollbackTransaction();
    await readsAtLast([second]);
  });

  it('should go on although some transaction is always under way', async () => {
    const ids = [await task(), await task(), await task()];
    let before = await begin();
    for (const [ended, id] of ids.entries()) {
      const next = await begin();
      await end(next, id);
      await before.commitTransaction();
      await readsAtLast(ids.slice(0, ended));
      before = next;
    }
    await before.commitTransaction();
    await readsAtLast(ids);
  });

  it('should keep the order of one task when its second step has the older transaction', async () => {
    const id = await task('waiting_confirmation');
    const old = await begin();
    await old.query('select pg_current_xact_id()');
    await confirmTask(fixture.engine, { projectId: template.projectId, taskId: id, userId: null as never });
    await end(old, id, 'confirmed');
    await old.commitTransaction();
    await readsAtLast([id, id]);
    expect((await feed.read('0')).map(({ from, to }) => [from, to])).toEqual([
      ['waiting_confirmation', 'confirmed'],
      ['confirmed', 'stopped'],
    ]);
  });

  it('should go on behind its cursor, and return what happened', async () => {
    const ids = [await task(), await task(), await task()];
    for (const taskId of ids) {
      await stopTask(fixture.engine, { projectId: template.projectId, taskId, force: false });
    }
    await readsAtLast(ids);
    const [first] = await feed.read('0', 1);
    const at = expect.any(Date);
    expect(first).toEqual({
      id: '1',
      projectId: template.projectId,
      taskId: ids[0],
      kind: 'finished',
      from: 'waiting',
      to: 'stopped',
      attemptId: null,
      runnerId: null,
      at,
      origin: 'user',
      actorId: null,
      reasonCode: null,
    });
    expect(await read(first?.id)).toEqual(ids.slice(1));
  });
});
