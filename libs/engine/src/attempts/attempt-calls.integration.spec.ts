import { describe, expect, it } from '@jest/globals';
import type { FinishRequest } from '@switchyard/contracts';
import type { Runner, Task } from '@switchyard/database';
import { randomUUID } from 'node:crypto';
import { IllegalTransitionError, LeaseLostError, LogIncompleteError } from '../errors.js';
import { finishAttempt } from './finish-attempt.js';
import { recordProgress } from './record-progress.js';
import { startAttempt } from './start-attempt.js';
import { stopTask } from '../life-cycle/stop-task.js';
import type { EngineFixture } from '../testing/engine-fixture.js';
import { withTask } from '../testing/with-task.js';

describe('calls of a runner about an attempt', () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let task: Task;
  withTask((made) => void ({ fixture, runner, task } = made), { template: { name: 'deploy' } });

  const start = async () => startAttempt(fixture.engine, runner.id, await fixture.lease(task.id));
  const finish = async (report: Partial<FinishRequest> = {}) =>
    finishAttempt(fixture.engine, runner.id, await fixture.report(task.id, report));

  it('should run from start to success', async () => {
    expect(await start()).toBe('none');
    const running = await fixture.task(task.id);
    expect(running).toMatchObject({ status: 'running', started: expect.any(Date), ended: null });
    await finish({ exit_code: 0 });
    expect(await fixture.task(task.id)).toMatchObject({
      status: 'success',
      exitCode: 0,
      started: running.started,
      ended: expect.any(Date),
    });
    expect(await fixture.attempt(task.id)).toMatchObject({ status: 'ended', outcome: 'success' });
    expect(await fixture.events()).toEqual([
      `Task ${task.id} (deploy) is running`,
      `Task ${task.id} (deploy) finished - SUCCESS`,
    ]);
    const params = { id: task.id, template: 'deploy' };
    expect(await fixture.activities()).toEqual([
      { code: 'task_running', params },
      { code: 'task_success', params },
    ]);
    expect(fixture.signals.updates.map((update) => update.status)).toEqual(['running', 'success']);
    expect(fixture.signals.dispatch).toEqual(['attempt finished']);
  });

  it('should answer a repeated start and a repeated finish the same, without effect', async () => {
    await start();
    const { started } = await fixture.task(task.id);
    expect(await start()).toBe('none');
    expect((await fixture.task(task.id)).started).toEqual(started);
    await finish({ outcome: 'error', exit_code: 2, reason: 'failed' });
    const before = await fixture.task(task.id);
    await finish({ outcome: 'success' });
    expect(await fixture.task(task.id)).toEqual(before);
    expect(await fixture.events()).toHaveLength(2);
  });

  it('should keep the reason and the exit code of a failure, also before the tool was spawned', async () => {
    const problem = { code: 'git_refused', params: { url: 'git@example:a' } };
    await finish({ outcome: 'error', exit_code: null, reason: 'git refused the key', problem });
    expect(await fixture.task(task.id)).toMatchObject({
      status: 'error',
      endReason: 'git refused the key',
      endProblem: problem,
      started: null,
    });
  });

  it('should refuse a success that never started', async () => {
    await expect(finish()).rejects.toBeInstanceOf(IllegalTransitionError);
    expect((await fixture.task(task.id)).status).toBe('starting');
  });

  it('should refuse the end while lines are missing', async () => {
    await start();
    await expect(finish({ lines: 3 })).rejects.toMatchObject(new LogIncompleteError(0));
    await fixture.source.query('update attempt_log set next_line = 3');
    await finish({ lines: 3 });
    expect((await fixture.task(task.id)).status).toBe('success');
  });

  it('should refuse another lease and another runner', async () => {
    const { attempt, lease } = await fixture.lease(task.id);
    const strangers = [
      startAttempt(fixture.engine, runner.id, { attempt, lease: randomUUID() }),
      startAttempt(fixture.engine, runner.id + 1, { attempt, lease }),
      recordProgress(fixture.engine, runner.id + 1, { attempt, lease, commit_hash: 'abcd', commit_message: '' }),
      finishAttempt(fixture.engine, runner.id, { ...(await fixture.report(task.id)), lease: randomUUID() }),
    ];
    for (const call of strangers) {
      await expect(call).rejects.toBeInstanceOf(LeaseLostError);
    }
    expect((await fixture.task(task.id)).status).toBe('starting');
  });

  it('should record the commit, and keep the branch that it was found by', async () => {
    const lease = await fixture.lease(task.id);
    const found = { commit_hash: 'abcd1234', commit_message: 'Fix it' };
    await recordProgress(fixture.engine, runner.id, { ...lease, ...found, commit_branch: 'trunk' });
    await recordProgress(fixture.engine, runner.id, { ...lease, ...found });
    const recorded = { commitHash: 'abcd1234', commitMessage: 'Fix it', commitBranch: 'trunk' };
    expect(await fixture.task(task.id)).toMatchObject(recorded);
  });

  it('should end as stopped after an order to stop, whatever the tool reported', async () => {
    await start();
    await stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force: false });
    await finish({ outcome: 'success' });
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopped', endReason: null });
  });

  it('should not start what is to stop', async () => {
    await stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force: false });
    expect(await start()).toBe('stop');
    expect(await fixture.task(task.id)).toMatchObject({ status: 'stopping', started: null });
  });

  it('should take a runner that stopped unasked for failed', async () => {
    await start();
    await finish({ outcome: 'stopped' });
    expect(await fixture.task(task.id)).toMatchObject({ status: 'error', endReason: expect.any(String) });
  });

  it('should answer the holder of a forcibly ended attempt that its lease is lost', async () => {
    await start();
    await stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force: true });
    await expect(finish()).rejects.toBeInstanceOf(LeaseLostError);
    await expect(start()).rejects.toBeInstanceOf(LeaseLostError);
    expect((await fixture.task(task.id)).status).toBe('stopped');
  });

  it('should reach one final status when stop and finish race', async () => {
    await start();
    await Promise.all([
      finish(),
      stopTask(fixture.engine, { projectId: task.projectId, taskId: task.id, force: false }),
    ]);
    expect((await fixture.task(task.id)).status).toMatch(/^(success|stopped)$/);
    expect((await fixture.events()).filter((text) => text.includes('finished'))).toHaveLength(1);
  });
});
