import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type JobState, jobSecrets } from '@switchyard/contracts';
import { Attempt, Template } from '@switchyard/database';
import { newGitRepository, newRunner, newTask } from '@switchyard/database/testing';
import { JobBuilder } from '../assignments/job-builder.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';
import { callBackend, lockInfo, stateText, type StateAnswer } from '../testing/state-backend.js';

let test: ProjectFixture;
let template: Template;
let runnerId: number;

beforeAll(async () => {
  test = await startProjectFixture();
  const { projectId, dataSource } = test;
  const { id: repository_id } = await newGitRepository(dataSource, { projectId });
  const body = { name: 'Net', app: 'terraform', repository_id, task_params: { override_backend: true } };
  const { id } = (await test.manager.post(`${test.base}/templates`, body)).json<{ id: number }>();
  template = await dataSource.manager.findOneByOrFail(Template, { id });
  runnerId = (await newRunner(dataSource)).id;
});
afterAll(() => test.close());

/** A task that a runner works on, and how its tool reaches the state. */
async function runningTask(): Promise<{ state: JobState; taskId: number; end: () => Promise<unknown> }> {
  const { dataSource, projectId, app } = test;
  const { id: taskId } = await newTask(dataSource, template, { status: 'running' });
  const lease = { leaseId: randomUUID(), leaseUntil: new Date(Date.now() + 60_000) };
  const row = { taskId, number: 1, projectId, templateId: template.id, runnerId, status: 'running', ...lease } as const;
  const { id } = await dataSource.manager.save(dataSource.manager.create(Attempt, row));
  const job = await app.get(JobBuilder, { strict: false }).build(taskId);
  const state = job.planning?.state;
  expect(job.planning?.backend_filename).toBe('backend_override.tf');
  expect(state && jobSecrets(job)).toContain(state?.password);
  if (!state) {
    throw new Error('The job has no state');
  }
  return { state, taskId, end: () => dataSource.manager.update(Attempt, { id }, { status: 'ended' }) };
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
