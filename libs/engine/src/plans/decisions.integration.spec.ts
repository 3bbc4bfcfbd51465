import { createHash } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import type { LogChunk } from '@switchyard/contracts';
import { Attempt, DatabaseSnapshot, OutboxMessage, TaskEvent, TaskPlan } from '@switchyard/database';
import { newRunner, newUser } from '@switchyard/database/testing';
import { type AppendResult, appendLog } from '../log/append-log.js';
import { createTask } from '../launch/create-task.js';
import { confirmTask, rejectTask } from './decide-task.js';
import { expireDecisions } from './expire-decisions.js';
import { expireLeases } from '../leases/expire-leases.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { collectBlobs } from '../retention/collect-blobs.js';
import { readPlan, storePlan } from './plans.js';
import { recordProgress } from '../attempts/record-progress.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { chunkOf } from '../testing/chunks.js';
import { EngineFixture } from '../testing/engine-fixture.js';

const PLAN = Buffer.from('xyz');
const KEPT = { sha256: createHash('sha256').update(PLAN).digest('hex'), bytes: PLAN };

describe('plans and decisions', () => {
  let fixture: EngineFixture;
  let runnerId: number;
  let userId: number;

  beforeAll(async () => {
    fixture = await EngineFixture.open(20);
    userId = (await newUser(fixture.source)).id;
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  /** Appends as the runner that holds the attempt. */
  async function append(chunks: [LogChunk]): Promise<AppendResult[]> {
    const { runnerId: holder } = await fixture.source
      .getRepository(Attempt)
      .findOneByOrFail({ id: chunks[0].head.attempt });
    return appendLog(fixture.engine, holder, chunks);
  }

  /** A task whose first attempt has planned, written two lines and stored its plan. */
  async function planned(limits: { projectId?: number } = {}) {
    const template = await fixture.template({ app: 'terraform', ...limits });
    const apps = [{ id: 'terraform', version: '1' }];
    await newRunner(fixture.source, { apps, maxParallelTasks: 1 });
    const task = await createTask(fixture.engine, { projectId: template.projectId, templateId: template.id });
    await fixture.assign();
    runnerId = (await fixture.task(task.id)).runnerId ?? 0;
    const held = await fixture.lease(task.id);
    await startAttempt(fixture.engine, runnerId, held);
    await append([chunkOf(held, 0, ['plan a', 'plan b'])]);
    await recordProgress(fixture.engine, runnerId, { ...held, commit_hash: 'abcd', commit_message: 'one' });
    await storePlan(fixture.engine, runnerId, held, PLAN);
    return { taskId: task.id, projectId: template.projectId, held, template };
  }

  async function waiting() {
    const task = await planned();
    const report = await fixture.report(task.taskId, { outcome: 'planned', lines: 2 });
    await finishAttempt(fixture.engine, runnerId, report);
    return { ...task, report };
  }

  const decide = ({ taskId, projectId }: { taskId: number; projectId: number }) => ({ taskId, projectId, userId });
  const plans = () => fixture.source.getRepository(TaskPlan).count();

  it('should let a planned task wait without runner, slot and lease', async () => {
    const { taskId, report, projectId, template } = await waiting();
    expect(await fixture.task(taskId)).toMatchObject({ status: 'waiting_confirmation', ended: null });
    expect(await fixture.attempt(taskId)).toMatchObject({ status: 'ended', outcome: 'planned' });
    await finishAttempt(fixture.engine, runnerId, report);
    const next = await createTask(fixture.engine, { projectId, templateId: template.id });
    expect(await fixture.assign()).toBe(1);
    expect((await fixture.task(next.id)).status).toBe('starting');
  });

  it('should refuse a planned end without a plan', async () => {
    const { taskId } = await planned();
    await fixture.source.query('delete from task_plan');
    const report = await fixture.report(taskId, { outcome: 'planned', lines: 2 });
    await expect(finishAttempt(fixture.engine, runnerId, report)).rejects.toThrow('no plan');
    expect((await fixture.task(taskId)).status).toBe('running');
  });

  it('should give a confirmed task to a runner again, with the plan and the log of the first attempt', async () => {
    const task = await waiting();
    await confirmTask(fixture.engine, decide(task));
    expect(await fixture.task(task.taskId)).toMatchObject({ status: 'confirmed', decidedBy: userId });
    expect(await fixture.assign()).toBe(1);
    const second = await fixture.lease(task.taskId);
    expect(await readPlan(fixture.engine, runnerId, second)).toEqual(KEPT);
    await startAttempt(fixture.engine, runnerId, second);
    const [result] = await append([chunkOf(second, 0, ['apply'])]);
    expect(result).toEqual({ attempt: second.attempt, result: 'stored', next: 1 });
    expect(fixture.signals.growth.at(-1)).toEqual([task.projectId, task.taskId, 1, 3]);
    await finishAttempt(fixture.engine, runnerId, await fixture.report(task.taskId, { lines: 1 }));
    expect(await fixture.task(task.taskId)).toMatchObject({ status: 'success', attemptNumber: 2, logAttempt: 1 });
    expect(await plans()).toBe(0);
    expect((await fixture.events()).filter((text) => text.includes('confirmed'))).toHaveLength(1);
  });

  it('should collect the blob of a plan when its task is over, none that is named or new, and none during a backup', async () => {
    await fixture.source.query('delete from blob');
    const [over, undecided] = [await waiting(), await waiting()];
    await rejectTask(fixture.engine, decide(over));
    expect(await collectBlobs(fixture.engine)).toBe(0);
    await fixture.source.query(`update blob set created = now() - interval '2 hours'`);
    const backup = await DatabaseSnapshot.open(String(Reflect.get(fixture.source.options, 'url')));
    expect(await collectBlobs(fixture.engine)).toBe(0);
    await backup.close();
    expect(await collectBlobs(fixture.engine)).toBe(1);
    const left = await fixture.source.query<{ key: string }[]>('select key from blob');
    expect(left.map(({ key }) => key)).toEqual([expect.stringMatching(`^plans/${undecided.taskId}/`)]);
  });

  it('should hand the plan to nobody before it is confirmed', async () => {
    const { held } = await planned();
    await expect(readPlan(fixture.engine, runnerId, held)).rejects.toThrow('no plan');
  });

  it('should let one of several people win who decide at once', async () => {
    const task = await waiting();
    const verbs = [confirmTask, rejectTask, confirmTask, rejectTask, confirmTask];
    const results = await Promise.allSettled(verbs.map((verb) => verb(fixture.engine, decide(task))));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(
      results
        .filter(({ status }) => status === 'rejected')
        .map((each) => String((each as { reason?: unknown }).reason)),
    ).toEqual(Array.from({ length: 4 }, () => expect.stringMatching(/^IllegalTransitionError/)));
  });

  it('should end a rejected task for good, with its plan', async () => {
    const task = await waiting();
    await rejectTask(fixture.engine, { ...decide(task), reason: 'not now' });
    const rejected = await fixture.task(task.taskId);
    expect(rejected).toMatchObject({ status: 'rejected', decidedBy: userId, decisionReason: 'not now' });
    await expect(confirmTask(fixture.engine, { ...decide(task), reason: 'but yes' })).rejects.toThrow();
    expect((await fixture.task(task.taskId)).decisionReason).toBe('not now');
    expect(rejected.ended).not.toBeNull();
    expect(await plans()).toBe(0);
    await stopTask(fixture.engine, { ...decide(task), force: true });
    expect((await fixture.task(task.taskId)).status).toBe('rejected');
  });

  it('should know no task of another project', async () => {
    const { taskId } = await waiting();
    const { projectId } = await fixture.template();
    await expect(confirmTask(fixture.engine, decide({ taskId, projectId }))).rejects.toThrow('not found');
  });

  it.each([
    ['waits for a decision', false],
    ['is confirmed and waits for a runner', true],
  ])('should stop a task at once that %s', async (_what, confirmed) => {
    const task = await waiting();
    if (confirmed) {
      await confirmTask(fixture.engine, decide(task));
    }
    await stopTask(fixture.engine, { ...decide(task), force: false });
    expect((await fixture.task(task.taskId)).status).toBe('stopped');
    expect(await plans()).toBe(0);
    expect(await fixture.assign()).toBe(0);
  });

  it('should keep the confirmation when the runner is lost before it applies, and the log whole', async () => {
    const task = await waiting();
    await confirmTask(fixture.engine, decide(task));
    await fixture.assign();
    await append([chunkOf(await fixture.lease(task.taskId), 0, ['fetching'])]);
    await fixture.expireAll();
    await expireLeases(fixture.engine);
    expect(await fixture.task(task.taskId)).toMatchObject({ status: 'confirmed', decidedBy: userId });
    await fixture.assign();
    const third = await fixture.lease(task.taskId);
    await append([chunkOf(third, 0, ['again'])]);
    expect(fixture.signals.growth.at(-1)).toEqual([task.projectId, task.taskId, 1, 4]);
    expect(await readPlan(fixture.engine, runnerId, third)).toEqual(KEPT);
  });

  it('should never apply twice: a runner lost while applying ends the task', async () => {
    const task = await waiting();
    await confirmTask(fixture.engine, decide(task));
    await fixture.assign();
    await startAttempt(fixture.engine, runnerId, await fixture.lease(task.taskId));
    await fixture.expireAll();
    await expireLeases(fixture.engine);
    expect(await fixture.task(task.taskId)).toMatchObject({ status: 'error', endReason: 'runner lost' });
  });

  it('should keep the commit of the plan and the first start', async () => {
    const task = await waiting();
    const { started } = await fixture.task(task.taskId);
    await confirmTask(fixture.engine, decide(task));
    await fixture.assign();
    await startAttempt(fixture.engine, runnerId, await fixture.lease(task.taskId));
    expect(await fixture.task(task.taskId)).toMatchObject({ commitHash: 'abcd', started });
  });

  it('should cancel what nobody decides about in time, and nothing else', async () => {
    const old = await waiting();
    await fixture.source.query(`update task set planned = now() - interval '61 minutes'`);
    const fresh = await waiting();
    expect(await expireDecisions(fixture.engine, { minutes: 0, heldMinutes: 0 })).toBe(0);
    expect(await expireDecisions(fixture.engine, { minutes: 60, heldMinutes: 0 })).toBe(1);
    expect(await fixture.task(old.taskId)).toMatchObject({
      status: 'canceled',
      endReason: 'Nobody confirmed the plan within 60 minutes',
      endProblem: { code: 'decision_expired', params: { minutes: 60 } },
    });
    expect(
      await fixture.source.getRepository(TaskEvent).findOneBy({ taskId: old.taskId, kind: 'canceled' }),
    ).toMatchObject({
      reasonCode: 'decision_expired',
    });
    expect((await fixture.task(fresh.taskId)).status).toBe('waiting_confirmation');
    await expect(confirmTask(fixture.engine, decide(old))).rejects.toThrow('canceled');
  });

  it('should keep each step of a decision, and notify webhooks when the task waits for a runner again or is over', async () => {
    const steps = async ({ taskId }: { taskId: number }) => {
      const found = await fixture.source.getRepository(TaskEvent).find({ where: { taskId }, order: { id: 'ASC' } });
      return found.slice(3).map(({ kind, fromStatus, toStatus }) => [kind, fromStatus, toStatus]);
    };
    const [confirmed, rejected, forgotten] = [await waiting(), await waiting(), await waiting()];
    await newRunner(fixture.source, { name: 'notified', webhook: 'https://hooks.example/', active: true });
    await confirmTask(fixture.engine, decide(confirmed));
    await rejectTask(fixture.engine, decide(rejected));
    await fixture.source.query(`update task set planned = now() - interval '1 h'`);
    await expireDecisions(fixture.engine, { minutes: 1, heldMinutes: 0 });
    const planned = ['planned', 'running', 'waiting_confirmation'];
    expect(await steps(confirmed)).toEqual([planned, ['confirmed', 'waiting_confirmation', 'confirmed']]);
    expect(await steps(rejected)).toEqual([planned, ['rejected', 'waiting_confirmation', 'rejected']]);
    expect(await steps(forgotten)).toEqual([planned, ['canceled', 'waiting_confirmation', 'canceled']]);
    const messages = await fixture.source.getRepository(OutboxMessage).find({ order: { created: 'ASC' } });
    expect(messages.map(({ payload }) => [payload['event'], payload['status']])).toEqual([
      ['task.queued', 'confirmed'],
      ['task.finished', 'rejected'],
      ['task.finished', 'canceled'],
    ]);
  });

  it('should cancel, once it is free, what somebody decides about at the moment', async () => {
    const held = await waiting();
    await fixture.source.query(`update task set planned = now() - interval '2 h'`);
    const expire = () => expireDecisions(fixture.engine, { minutes: 60, heldMinutes: 0 });
    await fixture.source.transaction(async (manager) => {
      await manager.query('select from task where id = $1 for update', [held.taskId]);
      expect(await expire()).toBe(0);
    });
    expect(await expire()).toBe(1);
  });
});
