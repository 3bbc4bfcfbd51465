import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { PlanSummary } from '@switchyard/contracts';
import { type Runner, type Template, WorkspaceDrift } from '@switchyard/database';
import { newInventory, newProject, newRunner } from '@switchyard/database/testing';
import { finishAttempt } from '../attempts/finish-attempt.js';
import { recordProgress } from '../attempts/record-progress.js';
import { startAttempt } from '../attempts/start-attempt.js';
import { createTask } from '../launch/create-task.js';
import type { NewTask } from '../launch/new-task.js';
import { deleteTask } from '../life-cycle/delete-task.js';
import { EngineFixture } from '../testing/engine-fixture.js';
import { recordDrift } from './record-drift.js';

const NOTHING: PlanSummary = { add: 0, change: 0, destroy: 0, import: 0, outputs: 0 };
const CHANGES: PlanSummary = { ...NOTHING, change: 2 };
const CHECK = { params: { plan: true } };

describe(recordDrift.name, () => {
  let fixture: EngineFixture;
  let runner: Runner;
  let template: Template;
  let inventoryId: number;
  beforeAll(async () => {
    fixture = await EngineFixture.open();
  });
  afterAll(() => fixture.drop());
  beforeEach(async () => {
    await fixture.clear();
    runner = await newRunner(fixture.source, { apps: ['tofu', 'pulumi'].map((id) => ({ id, version: '1' })) });
    const projectId = (await newProject(fixture.source)).id;
    inventoryId = (await newInventory(fixture.source, { projectId, type: 'tofu-workspace', inventory: 'prod' })).id;
    template = await fixture.template({ projectId, inventoryId, app: 'tofu' });
  });

  /** A task that a runner is at, with its plan. */
  async function begin(summary: PlanSummary | null, launch: Partial<NewTask> = {}): Promise<number> {
    const { id } = await createTask(fixture.engine, {
      projectId: template.projectId,
      templateId: template.id,
      ...launch,
    });
    await fixture.assign();
    await startAttempt(fixture.engine, runner.id, await fixture.lease(id));
    if (summary) {
      await recordProgress(fixture.engine, runner.id, { ...(await fixture.lease(id)), plan_summary: summary });
    }
    return id;
  }
  const end = async (taskId: number, outcome: 'success' | 'error' = 'success'): Promise<unknown> =>
    finishAttempt(fixture.engine, runner.id, await fixture.report(taskId, { outcome }));
  const run = async (...given: Parameters<typeof begin>): Promise<number> => {
    const taskId = await begin(...given);
    await end(taskId);
    return taskId;
  };
  const record = (): Promise<WorkspaceDrift | null> =>
    fixture.source.getRepository(WorkspaceDrift).findOneBy({ inventoryId, templateId: template.id });
  const writeState = (taskId: number | null): Promise<unknown> =>
    fixture.source.query(
      `insert into terraform_state (project_id, inventory_id, task_id, serial, lineage, size, md5, blob, current)
         values ($1, $2, $3, 1, 'l', 1, 'm', 'b', false)`,
      [template.projectId, inventoryId, taskId],
    );

  it('should know nothing before the first task that shows something', async () => {
    await end(await begin(CHANGES, CHECK), 'error');
    expect(await record()).toBeNull();
  });

  it('should keep since when it has drifted over several checks, and what the last one found', async () => {
    const first = await run(CHANGES, CHECK);
    const before = await record();
    expect(before).toMatchObject({ status: 'drifted', taskId: first, summary: CHANGES });
    const second = await run({ ...CHANGES, add: 1 }, CHECK);
    const after = await record();
    expect(after).toMatchObject({ status: 'drifted', taskId: second, summary: { ...CHANGES, add: 1 } });
    expect(after?.since).toEqual(before?.since);
    expect(Number(after?.checked)).toBeGreaterThan(Number(before?.checked));
  });

  it('should be in step after an apply, and after a check that finds nothing', async () => {
    await run(CHANGES, CHECK);
    const applied = await run(CHANGES);
    expect(await record()).toMatchObject({ status: 'in_step', taskId: applied, summary: null });
    const checked = await run(NOTHING, CHECK);
    expect(await record()).toMatchObject({ status: 'in_step', taskId: checked });
  });

  it('should leave what is known to a check that fails', async () => {
    const taskId = await run(CHANGES, CHECK);
    const before = await record();
    await end(await begin(NOTHING, CHECK), 'error');
    expect(await record()).toEqual(before);
    expect(before).toMatchObject({ taskId });
  });

  it('should show nothing of a plan whose state somebody else wrote meanwhile', async () => {
    await run(NOTHING, CHECK);
    const check = await begin(CHANGES, CHECK);
    await writeState(null);
    await end(check);
    expect(await record()).toMatchObject({ status: 'in_step' });
    await run(CHANGES, CHECK);
    expect(await record()).toMatchObject({ status: 'drifted' });
  });

  it('should not be known once a run that has not succeeded found changes', async () => {
    await run(NOTHING, CHECK);
    const failed = await begin(CHANGES);
    expect(await record()).toMatchObject({ status: 'unknown', taskId: failed, summary: null });
    await end(failed, 'error');
    expect(await record()).toMatchObject({ status: 'unknown' });
  });

  it('should not be known once the first run of a workspace may have changed something', async () => {
    const first = await begin(CHANGES);
    expect(await record()).toMatchObject({ status: 'unknown', taskId: first, summary: null });
    await end(first);
    expect(await record()).toMatchObject({ status: 'in_step' });
  });

  it('should stay drifted when an apply fails', async () => {
    const check = await run(CHANGES, CHECK);
    await end(await begin(CHANGES), 'error');
    expect(await record()).toMatchObject({ status: 'drifted', taskId: check });
  });

  it.each([
    ['of another branch', { gitBranch: 'feature' }],
    ['of another directory', { playbook: 'other' }],
    ['with arguments of its own', { arguments: '["-target=a.b"]' }],
    ['to destroy', { params: { plan: true, destroy: true } }],
  ])('should show nothing of a plan %s', async (_, launch) => {
    await run(CHANGES, { ...CHECK, ...launch });
    expect(await record()).toBeNull();
  });

  it('should show nothing of a configuration that was only checked', async () => {
    await run(null, { params: { validate: true } });
    expect(await record()).toBeNull();
  });

  it('should take a launch that repeats what the template has for no other', async () => {
    const params = { projectId: template.projectId, inventoryId, app: 'tofu', gitBranch: 'main', playbook: 'infra' };
    template = await fixture.template(params);
    await run(CHANGES, { ...CHECK, gitBranch: 'main', playbook: 'infra', arguments: '[]' });
    expect(await record()).toMatchObject({ status: 'drifted' });
  });

  it('should keep apart what several templates make of one workspace', async () => {
    await run(CHANGES, CHECK);
    const other = await fixture.template({ projectId: template.projectId, inventoryId, app: 'tofu' });
    await run(NOTHING, { ...CHECK, templateId: other.id });
    expect(await record()).toMatchObject({ status: 'drifted' });
    expect(await fixture.source.getRepository(WorkspaceDrift).count()).toBe(2);
  });

  it('should show nothing for a stack of Pulumi, whose preview does not look at what is there', async () => {
    const pulumi = await fixture.template({ projectId: template.projectId, inventoryId, app: 'pulumi' });
    await run(NOTHING, { ...CHECK, templateId: pulumi.id });
    await end(await begin(CHANGES, { templateId: pulumi.id }), 'error');
    expect(await fixture.source.getRepository(WorkspaceDrift).count()).toBe(0);
  });

  it('should outlive its task, and go with the workspace', async () => {
    const taskId = await run(CHANGES, CHECK);
    await deleteTask(fixture.engine, { projectId: template.projectId, taskId });
    expect(await record()).toMatchObject({ status: 'drifted', taskId: null, summary: CHANGES });
    await fixture.source.query('update template set inventory_id = null');
    await fixture.source.query('delete from inventory where id = $1', [inventoryId]);
    expect(await record()).toBeNull();
  });

  it('should end a task whose workspace is gone', async () => {
    const check = await begin(CHANGES, CHECK);
    await fixture.source.query('update template set inventory_id = null');
    await fixture.source.query('delete from inventory where id = $1', [inventoryId]);
    await end(check);
    expect((await fixture.task(check)).status).toBe('success');
  });
});
