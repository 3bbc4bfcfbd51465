import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobState, jobSecrets } from '@switchyard/contracts';
import { Attempt, Template } from '@switchyard/database';
import { newGitRepository, newInventory, newRunner, newTask } from '@switchyard/database/testing';
import { JobBuilder } from '../runners/assignments/job-builder.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { addressed, callBackend, lockInfo, stateText, type StateAnswer } from '../testing/state-backend.js';

let test: ProjectFixture;
let template: Template;
let runnerId: number;

beforeAll(async () => {
  test = await startProjectFixture();
  const { projectId, dataSource } = test;
  const { id: repository_id } = await newGitRepository(dataSource, { projectId });
  const task_params = { override_backend: true, allow_override_inventory: true };
  const body = { name: 'Net', app: 'terraform', repository_id, task_params };
  const { id } = (await test.manager.post(`${test.base}/templates`, body)).json<{ id: number }>();
  template = await dataSource.manager.findOneByOrFail(Template, { id });
  runnerId = (await newRunner(dataSource)).id;
});
afterAll(() => test.close());

interface RunningTask {
  state: JobState;
  workspace: string | undefined;
  taskId: number;
  end: () => Promise<unknown>;
}

const newTaskId = async (): Promise<number> => (await newTask(test.dataSource, template, { status: 'running' })).id;

/** A task that a runner works on, and how its tool reaches the state. */
async function runningTask(id = newTaskId()): Promise<RunningTask> {
  const { dataSource, projectId, app } = test;
  const taskId = await id;
  const lease = { leaseId: randomUUID(), leaseUntil: new Date(Date.now() + 60_000) };
  const row = { taskId, number: 1, projectId, templateId: template.id, runnerId, status: 'running', ...lease } as const;
  const { id: attemptId } = await dataSource.manager.save(dataSource.manager.create(Attempt, row));
  const job = await app.get(JobBuilder, { strict: false }).build(taskId);
  const state = job.planning?.state;
  expect(job.planning?.backend_filename).toBe('backend_override.tf');
  expect(state && jobSecrets(job)).toContain(state?.password);
  if (!state) {
    throw new Error('The job has no state');
  }
  const end = (): Promise<unknown> => dataSource.manager.update(Attempt, { id: attemptId }, { status: 'ended' });
  return { state, workspace: job.planning?.workspace, taskId, end };
}

const send = (
  method: string,
  { address, login, password }: JobState,
  [suffix, body]: readonly [suffix: string, body?: string] = [''],
): Promise<StateAnswer> =>
  callBackend(test.address, method, `${address}${suffix}`, { login: { login, password }, ...(body ? { body } : {}) });

describe('the state of a task', () => {
  it('should be written by its attempt, as long as that is alive', async () => {
    const { state, taskId, end } = await runningTask();
    expect((await send('POST', state, ['/lock', lockInfo('one')])).status).toBe(200);
    expect((await send('POST', state, ['?ID=one', stateText(1)])).status).toBe(200);
    const states = `${test.base}/inventory/${template.inventoryId}/terraform/states`;
    expect((await test.manager.get(states)).json()).toMatchObject([{ task_id: taskId, serial: 1 }]);
    await end();
    expect((await send('GET', state)).status).toBe(401);
  });

  it('should be locked for a second task, which reads who holds it, until the first one ends', async () => {
    const [first, second] = [await runningTask(), await runningTask()];
    expect((await send('POST', first.state, ['/lock', lockInfo('a')])).status).toBe(200);
    const refused = await send('POST', second.state, ['/lock', lockInfo('b')]);
    expect([refused.status, refused.json<{ Who: string }>().Who]).toEqual([423, `task ${first.taskId} of "Net"`]);
    const holder = await send('GET', second.state, ['/lock']);
    expect(holder.json<{ Who: string }>().Who).toBe(`task ${first.taskId} of "Net"`);
    expect((await send('DELETE', second.state, ['/lock'])).status).toBe(409);
    await first.end();
    expect((await send('POST', second.state, ['/lock', lockInfo('b')])).status).toBe(200);
    await second.end();
  });

  it('should be that of the workspace which the launch has chosen', async () => {
    const workspace = { projectId: test.projectId, type: 'terraform-workspace', inventory: 'staging' } as const;
    const { id: inventoryId } = await newInventory(test.dataSource, workspace);
    const launched = test.manager.post(`${test.base}/tasks`, { template_id: template.id, inventory_id: inventoryId });
    const chosen = await runningTask(launched.then((answer) => answer.json<{ id: number }>().id));
    expect([chosen.workspace, chosen.state.login]).toEqual(['staging', `workspace-${inventoryId}`]);
    expect((await send('POST', chosen.state, ['', stateText(1)])).status).toBe(200);
    const states = (id: number | null) => test.manager.get(`${test.base}/inventory/${id}/terraform/states`);
    expect((await states(inventoryId)).json()).toMatchObject([{ task_id: chosen.taskId }]);
    expect((await states(template.inventoryId)).text).not.toContain(`"task_id":${chosen.taskId}`);
    await chosen.end();
  });

  it('should be safe from people with an address of its workspace while it is locked', async () => {
    const held = await runningTask();
    const { path } = await addressed(test, template.inventoryId ?? 0);
    const call = async (method: string, suffix = '', body?: string): Promise<number> =>
      (await callBackend(test.address, method, `${path}${suffix}`, body === undefined ? {} : { body })).status;
    expect((await send('POST', held.state, ['/lock', lockInfo('mine')])).status).toBe(200);
    const refused = [
      await call('POST', '?ID=mine', stateText(9)),
      await call('UNLOCK'),
      await call('UNLOCK', '', lockInfo('mine')),
      await call('DELETE', '?ID=mine'),
    ];
    expect(refused).toEqual([409, 409, 409, 423]);
    expect((await send('GET', held.state, ['/lock'])).json()).toMatchObject({ ID: 'mine' });
    await held.end();
  });

  it('should not be reached with the credential of another task or for another workspace', async () => {
    const [one, two] = [await runningTask(), await runningTask()];
    const mixed = [
      { ...one.state, address: two.state.address },
      { ...one.state, login: 'workspace-999999' },
      { ...one.state, login: `workspace-${test.foreign.inventoryId}` },
      { ...one.state, password: `${one.state.password.slice(0, -1)}_` },
    ];
    for (const state of mixed) {
      expect((await send('GET', state)).status).toBe(401);
    }
    await Promise.all([one.end(), two.end()]);
  });
});
