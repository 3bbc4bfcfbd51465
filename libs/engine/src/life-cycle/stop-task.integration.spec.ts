import { describe, expect, it } from '@jest/globals';
import { problem } from '@switchyard/contracts';
import type { Runner, Task } from '@switchyard/database';
import { NotFoundError } from '../errors.js';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { readAssignments } from '../runners/runner-assignments.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { stopTask } from './stop-task.js';
import type { EngineFixture } from '../testing/engine-fixture.js';
import { withTask } from '../testing/with-task.js';

describe(stopTask.name, () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let task: Task;
  withTask((made) => void ({ fixture, runner, task } = made), { assigned: false });

  const stop = (force = false, reason = '') =>
    stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force, reason });
  const assign = async () => {
    await fixture.assign();
    fixture.signals.clear();
  };
  const run = async () => {
    await assign();
    await startAttempt(fixture.engine, runner.id, await fixture.lease(task.id));
  };

  it('should end a waiting task at once', async () => {
    await stop();
    expect(await fixture.task(task.id)).toMatchObject({
      status: 'stopped',
      ended: expect.any(Date),
      waitingReason: null,
    });
    await assign();
    expect((await fixture.task(task.id)).status).toBe('stopped');
  });

  it('should keep why a running task is stopped, and nothing of a stop that has no effect', async () => {
    await run();
    await stop(false, 'wrong branch');
    await stop(false, 'once more');
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopping', stopReason: 'wrong branch' });
  });

  it('should keep why a waiting task is stopped', async () => {
    await stop(false, 'not needed');
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopped', stopReason: 'not needed' });
  });

  it('should keep why no person stops a running task until it has ended', async () => {
    await run();
    const request = { projectId: task.projectId, taskId: task.id, force: false };
    await stopTask(fixture.engine, { ...request, problem: problem('superseded_by_schedule') });
    const endProblem = { code: 'superseded_by_schedule', params: {} };
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopping', endProblem });
    await finishAttempt(fixture.engine, runner.id, { ...(await fixture.report(task.id)), outcome: 'stopped' });
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopped', stoppedBy: null, endProblem });
  });

  it('should order the runner of a running task to stop', async () => {
    await run();
    fixture.signals.clear();
    await stop();
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopping', ended: null });
    expect((await fixture.attempt(task.id)).order).toBe('stop');
    expect(fixture.signals.woken).toEqual([runner.id]);
    const held = [{ ...(await fixture.lease(task.id)), order: 'none' as const }];
    const { orders } = await readAssignments(fixture.engine, runner.id, { held });
    expect(orders).toEqual([{ attempt: held[0]?.attempt, order: 'stop' }]);
  });

  it('should end the lease with the task when forced, also while it is stopping', async () => {
    await run();
    await stop();
    fixture.signals.clear();
    await stop(true);
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopped', ended: expect.any(Date) });
    expect(await fixture.attempt(task.id)).toMatchObject({ status: 'ended', outcome: 'forced' });
    expect(fixture.signals.woken).toEqual([runner.id]);
    expect(fixture.signals.dispatch).toHaveLength(1);
    const held = [{ ...(await fixture.lease(task.id)), order: 'stop' as const }];
    expect(await readAssignments(fixture.engine, runner.id, { held })).toEqual({
      jobs: [],
      ahead: [],
      orders: [],
      stale: [held[0]?.attempt],
    });
  });

  it('should end a task that its runner has not taken at the next poll', async () => {
    await assign();
    await stop();
    const nothing = { jobs: [], ahead: [], orders: [], stale: [] };
    expect(await readAssignments(fixture.engine, runner.id, { held: [] })).toEqual(nothing);
    expect((await fixture.task(task.id)).status).toBe('stopped');
  });

  it('should leave a final task as it is', async () => {
    await run();
    await finishAttempt(fixture.engine, runner.id, await fixture.report(task.id));
    const before = await fixture.task(task.id);
    fixture.signals.clear();
    await stop();
    await stop(true);
    expect(await fixture.task(task.id)).toEqual(before);
    expect(fixture.signals.updates).toEqual([]);
  });

  it('should write one end when stop, force and assign race', async () => {
    await Promise.all([stop(), fixture.assign(), stop(true), stop()]);
    await stop(true);
    expect((await fixture.task(task.id)).status).toBe('stopped');
    expect(await fixture.events()).toHaveLength(1);
  });

  it('should refuse a task of another project', async () => {
    const foreign = { projectId: task.projectId + 1, taskId: task.id, force: true };
    await expect(stopTask(fixture.engine, foreign)).rejects.toBeInstanceOf(NotFoundError);
    expect((await fixture.task(task.id)).status).toBe('waiting');
  });
});
