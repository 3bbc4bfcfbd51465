import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { AuditRecord, TaskWithTemplate } from '@switchyard/contracts';
import type { Task, Template } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { signInAs } from '../../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let template: Template;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());
beforeEach(async () => {
  template = await newTemplate(test.dataSource, { projectId: test.projectId });
});

const task = (status: Task['status']): Promise<Task> => newTask(test.dataSource, template, { status });
const newest = async (limit = 1): Promise<AuditRecord[]> =>
  (await test.admin.get(`/api/audit?limit=${limit}`)).json<AuditRecord[]>();
const recordOf = (action: string, id: number, before: unknown, after: unknown) =>
  expect.objectContaining({
    action,
    outcome: 'done',
    object_type: 'task',
    object_id: String(id),
    project_id: test.projectId,
    before,
    after,
  });

describe('the audit of tasks', () => {
  it.each([
    ['stop', {}, 'waiting', 'stopped'],
    ['stop', {}, 'running', 'stopping'],
    ['stop', { force: true }, 'running', 'stopped'],
    ['cancel', {}, 'starting', 'stopping'],
    ['confirm', {}, 'waiting_confirmation', 'confirmed'],
    ['reject', {}, 'waiting_confirmation', 'rejected'],
  ] as const)('should record of %s %j that the task was %s and became %s', async (verb, body, from, to) => {
    const { id } = await task(from);
    expect((await test.manager.post(`${test.base}/tasks/${id}/${verb}`, body)).status).toBe(204);
    expect(await newest()).toEqual([recordOf(`tasks.${verb}`, id, { status: from }, { status: to })]);
  });

  it('should record no change when a task that has ended is stopped', async () => {
    const { id } = await task('success');
    await test.manager.post(`${test.base}/tasks/${id}/stop`);
    const [record] = await newest();
    expect(record).toMatchObject({ action: 'tasks.stop', object_id: String(id), before: null, after: null });
  });

  it('should record a task that an administrator stops in the list of all projects', async () => {
    const { id } = await task('running');
    await test.admin.delete(`/api/tasks/${id}`);
    expect(await newest()).toEqual([recordOf('all-tasks.stop', id, { status: 'running' }, { status: 'stopping' })]);
  });

  it('should record each task that was stopped with the others of its template, and the template', async () => {
    const [waiting, running] = [await task('waiting'), await task('running')];
    await test.manager.post(`${test.base}/templates/${template.id}/stop_all_tasks`);
    const [whole, ...each] = await newest(3);
    each.sort((a, b) => Number(a?.object_id) - Number(b?.object_id));
    expect(whole).toMatchObject({ action: 'tasks.stop-all', object_id: String(template.id) });
    expect(each).toEqual([
      recordOf('tasks.stop-all', waiting.id, { status: 'waiting' }, { status: 'stopped' }),
      recordOf('tasks.stop-all', running.id, { status: 'running' }, { status: 'stopping' }),
    ]);
  });

  it('should record which task was started again, and as what', async () => {
    const { id } = await task('error');
    const answer = await test.manager.post(`${test.base}/tasks/${id}/restart`);
    const again = answer.json<TaskWithTemplate>();
    const [whole, created] = await newest(2);
    expect(whole).toMatchObject({ action: 'tasks.restart', object_id: String(id) });
    const facts = expect.objectContaining({ status: 'waiting', template_id: template.id });
    expect(created).toEqual(recordOf('tasks.restart', again.id, null, facts));
  });

  it('should record who took a copy of its log, and not who looked at it', async () => {
    const { id } = await task('success');
    const guest = await signInAs(test, test.projectId, 'guest');
    const copy = { action: 'task-logs.download', object_id: String(id), before: null, after: null };
    expect((await guest.get(`${test.base}/tasks/${id}/raw_output`)).status).toBe(200);
    expect(await newest()).toMatchObject([{ ...copy, outcome: 'done', project_id: test.projectId }]);
    await guest.get(`${test.base}/tasks/${id}/lines`);
    expect(await newest()).toMatchObject([copy]);
  });

  it('should keep what a task was that is deleted, without its secrets', async () => {
    const row = { status: 'error', message: 'release', environment: '{"a":"canary"}', secret: 'canary' } as const;
    const { id } = await newTask(test.dataSource, template, row);
    expect((await test.admin.delete(`${test.base}/tasks/${id}`)).status).toBe(204);
    const [record] = await newest();
    expect(record).toMatchObject({
      action: 'tasks.remove',
      object_id: String(id),
      project_id: test.projectId,
      after: null,
      before: { status: 'error', template_id: template.id, message: 'release', environment: '(set)', secret: '(set)' },
    });
    expect(JSON.stringify(record)).not.toContain('canary');
  });

  it('should record nothing of what was refused', async () => {
    const { id } = await task('running');
    const [before] = await newest();
    expect((await test.manager.post(`${test.base}/tasks/${id}/confirm`)).status).toBe(409);
    expect((await test.admin.delete(`${test.base}/tasks/${id}`)).status).toBe(400);
    expect(await newest()).toEqual([before]);
  });
});
