import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { TaskEvent } from '@switchyard/database';
import { newRunner } from '@switchyard/database/testing';
import { appendLog } from '../log/append-log.js';
import { createTask } from '../launch/create-task.js';
import { deleteTask } from '../life-cycle/delete-task.js';
import { expireLeases } from '../leases/expire-leases.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { readAssignments } from '../runners/runner-assignments.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import { chunkOf } from '../testing/chunks.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe('the kept history of a task', () => {
  let fixture: EngineFixture;
  let runnerId: number;

  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterEach(() => fixture.clear());
  afterAll(() => fixture.drop());

  async function assigned() {
    const { id: templateId, projectId } = await fixture.template();
    runnerId = (await newRunner(fixture.source)).id;
    const { id: taskId } = await createTask(fixture.engine, { projectId, templateId });
    await fixture.assign();
    return { taskId, projectId, held: await fixture.lease(taskId) };
  }

  const history = (taskId: number) =>
    fixture.source.getRepository(TaskEvent).find({ where: { taskId }, order: { id: 'ASC' } });
  const kinds = async (taskId: number) => (await history(taskId)).map(({ kind }) => kind);
  const refused = async (taskId: number) => (await history(taskId)).filter(({ kind }) => kind === 'refused');

  it('should keep the whole life of a task with attempt and runner', async () => {
    const { taskId, held } = await assigned();
    await readAssignments(fixture.engine, runnerId, { held: [] });
    await readAssignments(fixture.engine, runnerId, { held: [{ ...held, order: 'none' }] });
    await startAttempt(fixture.engine, runnerId, held);
    await appendLog(fixture.engine, runnerId, [chunkOf(held, 0, ['a', 'b'])]);
    const report = await fixture.report(taskId, { outcome: 'error', reason: 'broken', lines: 2 });
    await finishAttempt(fixture.engine, runnerId, report);
    await finishAttempt(fixture.engine, runnerId, report);
    const whose = { attemptId: held.attempt, runnerId };
    expect(await history(taskId)).toMatchObject([
      { kind: 'created', fromStatus: null, toStatus: 'waiting', attemptId: null, runnerId: null },
      { kind: 'assigned', fromStatus: 'waiting', toStatus: 'starting', ...whose, detail: { number: 1 } },
      { kind: 'claimed', fromStatus: null, toStatus: null, ...whose },
      { kind: 'started', fromStatus: 'starting', toStatus: 'running', ...whose },
      {
        kind: 'finished',
        fromStatus: 'running',
        toStatus: 'error',
        ...whose,
        detail: { outcome: 'error', reason: 'broken', lines: 2 },
      },
    ]);
  });

  it('should keep a stop, and an end before a runner had it', async () => {
    const first = await assigned();
    await startAttempt(fixture.engine, runnerId, first.held);
    await stopTask(fixture.engine, { ...first, force: false });
    await finishAttempt(fixture.engine, runnerId, await fixture.report(first.taskId, { outcome: 'stopped' }));
    expect((await kinds(first.taskId)).slice(-2)).toEqual(['stop_requested', 'finished']);

    const { id: templateId, projectId } = await fixture.template({ runnerTag: 'nobody' });
    const { id: taskId } = await createTask(fixture.engine, { projectId, templateId });
    await stopTask(fixture.engine, { projectId, taskId, force: false });
    expect((await history(taskId)).at(-1)).toMatchObject({ kind: 'finished', fromStatus: 'waiting', attemptId: null });
  });

  it('should keep an expired attempt and the late reports about it, a few of them', async () => {
    const { taskId, held } = await assigned();
    const report = await fixture.report(taskId);
    await fixture.expireAll();
    await expireLeases(fixture.engine);
    expect((await history(taskId)).at(-1)).toMatchObject({
      kind: 'requeued',
      fromStatus: 'starting',
      toStatus: 'waiting',
      attemptId: held.attempt,
      runnerId,
      detail: { outcome: 'lease_expired', lines: 0 },
    });
    await appendLog(fixture.engine, runnerId, [chunkOf(held, 0, ['late'])]);
    await expect(startAttempt(fixture.engine, runnerId, held)).rejects.toThrow('lease');
    for (let i = 0; i < 10; i++) {
      await expect(finishAttempt(fixture.engine, runnerId + 1, report)).rejects.toThrow('lease');
    }
    const late = await refused(taskId);
    expect(late.map(({ detail }) => detail?.['call'])).toEqual(['log', 'start', 'finish', 'finish', 'finish']);
    expect(late.map((event) => event.runnerId)).toEqual([runnerId, runnerId, ...Array(3).fill(runnerId + 1)]);
  });

  it('should note a jump in status that was refused', async () => {
    const { taskId } = await assigned();
    await expect(finishAttempt(fixture.engine, runnerId, await fixture.report(taskId))).rejects.toThrow('become');
    expect(await refused(taskId)).toHaveLength(1);
  });

  it('should outlive its task, for the consumers of events', async () => {
    const { taskId, projectId } = await assigned();
    await stopTask(fixture.engine, { taskId, projectId, force: true });
    await deleteTask(fixture.engine, { taskId, projectId });
    expect(await kinds(taskId)).toEqual(['created', 'assigned', 'finished']);
  });
});
