import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Runner, Template } from '@switchyard/database';
import { newInventory, newProject, newRunner, newUser } from '@switchyard/database/testing';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { settleAttempt } from '../attempts/settle-attempt.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { createTask } from '../launch/create-task.js';
import { expireLeases } from '../leases/expire-leases.js';
import { confirmTask, rejectTask } from '../plans/decide-task.js';
import { expireDecisions } from '../plans/expire-decisions.js';
import { storePlan } from '../plans/plans.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { explainWaiting } from './explain-waiting.js';

describe('tasks of one workspace', () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let projectId: number;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(async () => {
    await fixture.clear();
    runner = await newRunner(fixture.source);
    projectId = (await newProject(fixture.source)).id;
  });

  const workspace = async (name: string): Promise<number> =>
    (await newInventory(fixture.source, { projectId, type: 'tofu-workspace', inventory: name })).id;
  const template = (inventoryId: number): Promise<Template> =>
    fixture.template({ projectId, inventoryId, allowParallelTasks: true });
  const queue = async ({ id: templateId }: Template, inventoryId: number | null = null): Promise<number> =>
    (await createTask(fixture.engine, { projectId, templateId, inventoryId })).id;

  const start = async (taskId: number): Promise<void> =>
    void (await startAttempt(fixture.engine, runner.id, await fixture.lease(taskId)));
  /** Ends a task that a runner has; as success, or with a plan to decide about. */
  async function end(taskId: number, outcome: 'success' | 'planned' = 'success'): Promise<void> {
    await start(taskId);
    if (outcome === 'planned') {
      await storePlan(fixture.engine, runner.id, await fixture.lease(taskId), Buffer.from('plan'));
    }
    await finishAttempt(fixture.engine, runner.id, await fixture.report(taskId, { outcome }));
  }
  /** Loses the runner of a task whose tool has the lock of the workspace. */
  async function lose(taskId: number, inventoryId: number): Promise<void> {
    await start(taskId);
    await fixture.source.query(
      `insert into terraform_lock (inventory_id, lock_id, info, attempt_id) select $2, 'one', '{}', id from attempt where task_id = $1`,
      [taskId, inventoryId],
    );
    await fixture.expireAll();
    await expireLeases(fixture.engine);
  }
  const reasonOf = async (taskId: number): Promise<unknown[]> => {
    await explainWaiting(fixture.engine);
    const { waitingReason, waitingFor } = await fixture.task(taskId);
    return waitingFor ? [waitingReason, waitingFor] : [waitingReason];
  };
  const decision = async (taskId: number) => ({ projectId, taskId, userId: (await newUser(fixture.source)).id });

  it('should run one after the other, also of several templates, and leave other workspaces alone', async () => {
    const staging = await workspace('staging');
    const [one, other] = [await template(staging), await template(staging)];
    const elsewhere = await template(await workspace('production'));
    const [first, second, third, apart] = [
      await queue(one),
      await queue(other),
      await queue(one),
      await queue(elsewhere),
    ];
    expect(await fixture.assign()).toBe(2);
    expect([(await fixture.task(first)).status, (await fixture.task(apart)).status]).toEqual(['starting', 'starting']);
    expect(await reasonOf(third)).toEqual(['workspace_busy', { task: first, workspace: 'staging' }]);
    expect(fixture.signals.updates.findLast(({ task_id }) => task_id === second)?.waiting_reason).toEqual({
      code: 'workspace_busy',
      params: { tag: '', app: 'bash', task: first, workspace: 'staging' },
      text: `Task #${first} uses the workspace "staging".`,
    });
    await end(first);
    expect(await fixture.assign()).toBe(1);
    expect(await fixture.task(second)).toMatchObject({ status: 'starting', waitingFor: null, workspaceId: staging });
    expect(await reasonOf(third)).toEqual(['workspace_busy', { task: second, workspace: 'staging' }]);
  });

  it('should reach the tasks of a free workspace behind many of a busy one', async () => {
    const [busy, free] = [await workspace('busy'), await workspace('free')];
    const one = await template(busy);
    await queue(one);
    await fixture.source.query(
      `insert into task (project_id, template_id, status, app, workspace_id) select $1, $2, 'waiting', 'bash', $3 from generate_series(1, 200)`,
      [projectId, one.id, busy],
    );
    const last = await queue(one, free);
    expect(await fixture.assign()).toBe(2);
    expect((await fixture.task(last)).status).toBe('starting');
  });

  it('should wait while a plan is undecided, and while it is applied', async () => {
    const inventory = await workspace('staging');
    const one = await template(inventory);
    const [planned, next] = [await queue(one), await queue(one)];
    await fixture.assign();
    await end(planned, 'planned');
    expect(await fixture.assign()).toBe(0);
    expect(await reasonOf(next)).toEqual(['workspace_undecided', { task: planned, workspace: 'staging' }]);

    await confirmTask(fixture.engine, await decision(planned));
    await fixture.source.query('update runner set active = false');
    expect(await reasonOf(next)).toEqual(['workspace_busy', { task: planned, workspace: 'staging' }]);
    expect(await reasonOf(planned)).toEqual(['runner_off', { runner: expect.any(String) }]);
    await fixture.source.query('update runner set active = true');
    expect(await fixture.assign()).toBe(1);
    expect((await fixture.task(planned)).status).toBe('starting');
    await end(planned);
    expect(await fixture.assign()).toBe(1);
    expect((await fixture.task(next)).status).toBe('starting');
  });

  it('should let a task that plans only begin beside a plan, and give up no plan for it', async () => {
    const one = await template(await workspace('staging'));
    const planned = await queue(one);
    await fixture.assign();
    await end(planned, 'planned');
    const { projectId: project, id: templateId } = one;
    const { id: looking } = await createTask(fixture.engine, {
      projectId: project,
      templateId,
      params: { plan: true },
    });
    await fixture.source.query(`update task set planned = now() - interval '2 d', created = now() - interval '2 d'`);
    expect(await expireDecisions(fixture.engine, { minutes: 0, heldMinutes: 60 })).toBe(0);
    expect(await fixture.assign()).toBe(1);
    expect((await fixture.task(looking)).status).toBe('starting');
  });

  it('should go on at once when the plan is rejected', async () => {
    const one = await template(await workspace('staging'));
    const [planned, next] = [await queue(one), await queue(one)];
    await fixture.assign();
    await end(planned, 'planned');
    fixture.signals.clear();
    await rejectTask(fixture.engine, await decision(planned));
    expect(fixture.signals.dispatch).toHaveLength(1);
    expect(await fixture.assign()).toBe(1);
    expect((await fixture.task(next)).status).toBe('starting');
  });

  it('should wait for an undecided plan no longer than the limit, and give up no plan that nobody waits for', async () => {
    const [one, alone] = [await template(await workspace('staging')), await template(await workspace('alone'))];
    const [planned, unwaited] = [await queue(one), await queue(alone)];
    await fixture.assign();
    await end(planned, 'planned');
    await end(unwaited, 'planned');
    await fixture.source.query(`update task set planned = now() - interval '2 days'`);
    const next = await queue(one);
    const expire = (): Promise<number> => expireDecisions(fixture.engine, { minutes: 0, heldMinutes: 60 });
    expect(await expire()).toBe(0);
    await fixture.source.query(`update task set created = now() - interval '61 minutes' where id = $1`, [next]);
    fixture.signals.clear();
    expect(await expire()).toBe(1);
    expect(await fixture.task(planned)).toMatchObject({
      status: 'canceled',
      endProblem: { code: 'decision_waited_for', params: { minutes: 60, task: next } },
    });
    expect(fixture.signals.dispatch).toHaveLength(1);
    expect(await fixture.assign()).toBe(1);
    expect((await fixture.task(unwaited)).status).toBe('waiting_confirmation');
  });

  it('should wait for a lost task as long as its lock counts', async () => {
    const inventory = await workspace('staging');
    const one = await template(inventory);
    const [lost, next] = [await queue(one), await queue(one)];
    await fixture.assign();
    await lose(lost, inventory);
    expect(await fixture.assign()).toBe(0);
    expect(await reasonOf(next)).toEqual(['workspace_lost', { task: lost, workspace: 'staging' }]);
    fixture.signals.clear();
    await settleAttempt(fixture.engine, runner.id, { ...(await fixture.lease(lost)), outcome: null, exit_code: null });
    expect(fixture.signals.dispatch).toEqual(['attempt settled']);
    expect(await fixture.assign()).toBe(1);
    expect((await fixture.task(next)).status).toBe('starting');
  });

  it('should keep their workspace when the template gets another one', async () => {
    const [before, after] = [await workspace('before'), await workspace('after')];
    const one = await template(before);
    const [first, named] = [await queue(one), await queue(one, after)];
    await fixture.source.query('update template set inventory_id = $2 where id = $1', [one.id, after]);
    const behind = await queue(one);
    expect(await fixture.assign()).toBe(2);
    expect([(await fixture.task(first)).workspaceId, (await fixture.task(named)).workspaceId]).toEqual([before, after]);
    expect(await reasonOf(behind)).toEqual(['workspace_busy', { task: named, workspace: 'after' }]);
  });

  it('should not hold up tasks of an inventory that is no workspace', async () => {
    const { id } = await newInventory(fixture.source, { projectId });
    const one = await template(id);
    await queue(one);
    await queue(one);
    expect(await fixture.assign()).toBe(2);
  });
});
