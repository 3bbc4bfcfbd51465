import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { HeldAttempt } from '@switchyard/contracts';
import { Runner, type Task } from '@switchyard/database';
import { newRunner, newTask } from '@switchyard/database/testing';
import { DuplicateRunnerError, NotFoundError } from '../errors.js';
import { LeaseRenewals } from './lease-renewals.js';
import { readAssignments } from '../runners/runner-assignments.js';
import { renewLeases } from './renew-leases.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { pollRunner } from '../runners/poll-runner.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe('leases', () => {
  let fixture: EngineFixture;
  let runners: [Runner, Runner];
  let tasks: [Task, Task];
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(async () => {
    await fixture.clear();
    runners = [
      await newRunner(fixture.source, { maxParallelTasks: 1 }),
      await newRunner(fixture.source, { maxParallelTasks: 1 }),
    ];
    tasks = [
      await newTask(fixture.source, await fixture.template()),
      await newTask(fixture.source, await fixture.template()),
    ];
    await fixture.assign();
    fixture.signals.clear();
  });

  const held = async (task: Task): Promise<HeldAttempt> => ({ ...(await fixture.lease(task.id)), order: 'none' });
  const holding = async (index: 0 | 1) => ({ runnerId: runners[index].id, held: [await held(tasks[index])] });
  const stop = (task: Task, force = false) =>
    stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force });
  const secondsLeft = async (task: Task) => ((await fixture.attempt(task.id)).leaseUntil.getTime() - Date.now()) / 1000;

  describe(renewLeases.name, () => {
    it('should renew for several runners and touch them', async () => {
      await fixture.expireAll();
      await fixture.source.query('update runner set touched = null');
      const directions = await renewLeases(fixture.engine, [await holding(0), await holding(1)]);
      expect(directions).toEqual([
        { orders: [], stale: [] },
        { orders: [], stale: [] },
      ]);
      expect(await secondsLeft(tasks[0])).toBeGreaterThan(30);
      expect(await secondsLeft(tasks[1])).toBeGreaterThan(30);
      const touched = (await fixture.source.getRepository(Runner).find()).map((runner) => runner.touched);
      expect(touched).toEqual([expect.any(Date), expect.any(Date)]);
    });

    it('should bring orders until they were acted on, and name what is not held any more', async () => {
      const [first, second] = [await holding(0), await holding(1)];
      await stop(tasks[0]);
      await stop(tasks[1], true);
      expect(await renewLeases(fixture.engine, [first, second])).toEqual([
        { orders: [{ attempt: first.held[0]?.attempt, order: 'stop' }], stale: [] },
        { orders: [], stale: [second.held[0]?.attempt] },
      ]);
      const acted = { ...first, held: first.held.map((attempt) => ({ ...attempt, order: 'stop' as const })) };
      expect(await renewLeases(fixture.engine, [acted])).toEqual([{ orders: [], stale: [] }]);
    });

    it('should not renew for another runner or with another lease', async () => {
      await fixture.expireAll();
      const attempt = await held(tasks[0]);
      const wrong = [
        { runnerId: runners[1].id, held: [attempt] },
        { runnerId: runners[0].id, held: [{ ...attempt, lease: randomUUID() }] },
      ];
      const stale = { orders: [], stale: [attempt.attempt] };
      expect(await renewLeases(fixture.engine, wrong)).toEqual([stale, stale]);
      expect(await secondsLeft(tasks[0])).toBeLessThan(0);
    });
  });

  describe(LeaseRenewals.name, () => {
    it('should answer each of the gathered heartbeats with its own directions', async () => {
      const renewals = new LeaseRenewals(fixture.engine);
      await stop(tasks[1]);
      const [first, second] = [await holding(0), await holding(1)];
      const answers = await Promise.all([
        renewals.renew(first.runnerId, first.held),
        renewals.renew(second.runnerId, second.held),
      ]);
      expect(answers.map((answer) => answer.orders.length)).toEqual([0, 1]);
    });
  });

  describe(readAssignments.name, () => {
    it('should offer a job again until the runner holds it', async () => {
      const { attempt, lease } = await held(tasks[0]);
      const job = { attempt, lease, taskId: tasks[0].id, number: 1 };
      for (const _ of [1, 2]) {
        expect((await readAssignments(fixture.engine, runners[0].id, { held: [] })).jobs).toEqual([job]);
      }
      const assignments = await readAssignments(fixture.engine, runners[0].id, {
        held: [{ attempt, lease, order: 'none' }],
      });
      expect(assignments).toEqual({ jobs: [], ahead: [], orders: [], stale: [] });
    });

    it('should not offer a running attempt to a runner that forgot it', async () => {
      await startAttempt(fixture.engine, runners[0].id, await fixture.lease(tasks[0].id));
      expect((await readAssignments(fixture.engine, runners[0].id, { held: [] })).jobs).toEqual([]);
    });

    it('should name attempts of others and old leases as stale', async () => {
      const [own, foreign] = [await held(tasks[0]), await held(tasks[1])];
      const assignments = await readAssignments(fixture.engine, runners[0].id, {
        held: [{ ...own, lease: randomUUID() }, foreign],
      });
      expect(assignments.stale.toSorted()).toEqual([own.attempt, foreign.attempt].toSorted());
    });
  });

  describe(pollRunner.name, () => {
    const statement = {
      apps: [{ id: 'bash', version: '5' }],
      version: '1.2',
      max_parallel_tasks: 3,
      instance: 'one',
      platform: 'linux x64',
      paused_reason: null,
      paused_problem: null,
      held: [],
    };

    it('should store the report of the runner and wake a drain only when it matters', async () => {
      const touch = () => pollRunner(fixture.engine, runners[0].id, statement);
      await touch();
      const runner = await fixture.source.getRepository(Runner).findOneByOrFail({ id: runners[0].id });
      expect(runner).toMatchObject({ apps: statement.apps, version: '1.2', ownMaxParallelTasks: 3 });
      expect(fixture.signals.dispatch).toHaveLength(1);
      await touch();
      expect(fixture.signals.dispatch).toHaveLength(1);
      await fixture.source.query(`update runner set touched = now() - interval '1 h'`);
      await touch();
      expect(fixture.signals.dispatch).toHaveLength(2);
    });

    it('should refuse a second process with the same identity as long as the first is present', async () => {
      const touch = (instance: string) => pollRunner(fixture.engine, runners[0].id, { ...statement, instance });
      await touch('one');
      await expect(touch('two')).rejects.toBeInstanceOf(DuplicateRunnerError);
      await touch('one');
      const runner = () => fixture.source.getRepository(Runner).findOneByOrFail({ id: runners[0].id });
      expect(await runner()).toMatchObject({ instance: 'one', duplicateSeen: expect.any(Date) });
      await fixture.source.query(`update runner set instance_seen = now() - interval '1 h'`);
      await touch('two');
      expect((await runner()).instance).toBe('two');
    });

    it('should let one of two processes with the same identity have it when both call at once', async () => {
      const calls = ['one', 'two', 'one'].map((instance) =>
        pollRunner(fixture.engine, runners[0].id, { ...statement, instance }),
      );
      const answers = await Promise.allSettled(calls);
      expect(answers.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    });

    it('should give nothing to a runner that pauses or drains', async () => {
      await fixture.source.query('delete from runner where id <> $1', [runners[0].id]);
      await fixture.source.query('update runner set max_parallel_tasks = 0');
      const once = { ...statement, max_parallel_tasks: 0 };
      await pollRunner(fixture.engine, runners[0].id, { ...once, paused_reason: 'the disk is full' });
      await newTask(fixture.source, await fixture.template());
      expect(await fixture.assign()).toBe(0);
      fixture.signals.clear();
      await pollRunner(fixture.engine, runners[0].id, once);
      expect(fixture.signals.dispatch).toEqual(['runner online']);
      await fixture.source.query('update runner set draining = true');
      expect(await fixture.assign()).toBe(0);
      await fixture.source.query('update runner set draining = false');
      expect(await fixture.assign()).toBe(1);
    });

    it('should refuse a runner that was removed', async () => {
      await expect(pollRunner(fixture.engine, 0, statement)).rejects.toBeInstanceOf(NotFoundError);
    });
  });
});
