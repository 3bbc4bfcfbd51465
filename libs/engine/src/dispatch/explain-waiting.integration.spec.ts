import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { CONTAINER_ENGINE, type WaitingReasonCode } from '@switchyard/contracts';
import type { Runner } from '@switchyard/database';
import { newRunner, newTask } from '@switchyard/database/testing';
import { explainWaiting } from './explain-waiting.js';
import { projectReadiness } from './project-readiness.js';
import { EngineFixture } from '../testing/engine-fixture.js';

describe(explainWaiting.name, () => {
  let fixture: EngineFixture;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(() => fixture.clear());

  const reason = async (taskId: number) => (await fixture.task(taskId)).waitingReason;

  it('should write and announce a reason once, until it changes', async () => {
    const task = await newTask(fixture.source, await fixture.template({ runnerTag: 'gpu' }));
    expect(await explainWaiting(fixture.engine)).toBe(1);
    expect(await reason(task.id)).toBe('no_runner');
    expect(fixture.signals.updates).toMatchObject([
      { task_id: task.id, status: 'waiting', waiting_reason: { code: 'no_runner', text: expect.any(String) } },
    ]);
    expect(await explainWaiting(fixture.engine)).toBe(0);
    await newRunner(fixture.source);
    expect(await explainWaiting(fixture.engine)).toBe(1);
    expect(await reason(task.id)).toBe('no_matching_tag');
    expect(fixture.signals.updates.at(-1)?.waiting_reason).toEqual({
      code: 'no_matching_tag',
      params: { tag: 'gpu', app: task.app },
      text: 'No online runner has the tag "gpu".',
    });
  });

  it('should distinguish a busy template, a full project and busy runners', async () => {
    const exclusive = await fixture.template();
    const parallel = await fixture.template({ allowParallelTasks: true });
    await fixture.source.query('update project set max_parallel_tasks = 1 where id = $1', [parallel.projectId]);
    await newRunner(fixture.source, { maxParallelTasks: 2 });
    for (const template of [exclusive, parallel]) {
      await newTask(fixture.source, template);
    }
    await fixture.assign();
    const busy = await newTask(fixture.source, exclusive);
    const full = await newTask(fixture.source, parallel);
    const third = await newTask(fixture.source, await fixture.template());
    await explainWaiting(fixture.engine);
    expect([await reason(busy.id), await reason(full.id), await reason(third.id)]).toEqual([
      'template_busy',
      'project_limit',
      'runners_busy',
    ]);
  });

  it('should write nothing about a task that the next drain starts', async () => {
    await newTask(fixture.source, await fixture.template());
    await newRunner(fixture.source);
    expect(await explainWaiting(fixture.engine)).toBe(0);
  });

  it.each<[WaitingReasonCode, Partial<Runner>]>([
    ['runner_draining', { draining: true }],
    ['runner_paused', { pausedReason: 'The disk is full.' }],
    ['runner_refused', { touched: null, apps: [], refusedAt: new Date(), refusedReason: 'server_key' }],
    ['runner_away', { touched: new Date(Date.now() - 3_600_000) }],
  ])('should name the runner with %s', async (code, row) => {
    const task = await newTask(fixture.source, await fixture.template(), { tag: 'edge' });
    await newRunner(fixture.source);
    await newRunner(fixture.source, { name: 'edge-2', tags: ['edge'], ...row });
    expect(await explainWaiting(fixture.engine)).toBe(1);
    expect(await fixture.task(task.id)).toMatchObject({ waitingReason: code, waitingFor: { runner: 'edge-2' } });
    expect(await explainWaiting(fixture.engine)).toBe(0);
  });

  it('should wait for a container engine, whatever apps there are, and go to it', async () => {
    const template = await fixture.template({ app: 'bash', image: 'alpine' });
    const task = await newTask(fixture.source, template);
    await newRunner(fixture.source);
    expect(await fixture.assign()).toBe(0);
    await explainWaiting(fixture.engine);
    expect(await reason(task.id)).toBe('no_container_engine');
    const { blocked } = await projectReadiness(fixture.engine, template.projectId);
    expect(blocked).toMatchObject([{ template_id: template.id, reason: { code: 'no_container_engine' } }]);
    const { id } = await newRunner(fixture.source, { apps: [{ id: CONTAINER_ENGINE, version: 'podman 4.3' }] });
    expect(await fixture.assign()).toBe(1);
    expect(await fixture.task(task.id)).toMatchObject({ runnerId: id, app: 'bash' });
  });

  it('should take the reason away with the assignment', async () => {
    const task = await newTask(fixture.source, await fixture.template());
    await explainWaiting(fixture.engine);
    await newRunner(fixture.source);
    await fixture.assign();
    expect(await reason(task.id)).toBeNull();
  });

  it('should not wait for a task that is about to move', async () => {
    const task = await newTask(fixture.source, await fixture.template());
    const other = await newTask(fixture.source, await fixture.template());
    await fixture.source.transaction(async (manager) => {
      await manager.query('select from task where id = $1 for update', [task.id]);
      expect(await explainWaiting(fixture.engine)).toBe(1);
    });
    expect(await reason(other.id)).toBe('no_runner');
  });
});
