import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { TaskError, TaskHost } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { type ProjectFixture, startProjectFixture } from '../testing/project-fixture.js';

describe('an installation without premium features', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture({ SWITCHYARD_FEATURES: 'terraform_backend' });
  });
  afterAll(() => test.close());

  it('should give no hosts and errors of a task', async () => {
    const { dataSource, projectId, manager, base } = test;
    const task = await newTask(dataSource, await newTemplate(dataSource, { projectId }), { status: 'error' });
    const figures = { changed: 0, failed: 1, ignored: 0, ok: 0, rescued: 0, skipped: 0, unreachable: 0 };
    await dataSource.manager.insert(TaskHost, { taskId: task.id, host: 'web-1', ...figures });
    await dataSource.manager.insert(TaskError, { taskId: task.id, index: 0, host: 'web-1', task: 't', error: 'e' });
    const ansible = `${base}/tasks/${task.id}/ansible`;
    const [hosts, errors] = [await manager.get(`${ansible}/hosts`), await manager.get(`${ansible}/errors`)];
    expect([hosts.json(), errors.json()]).toEqual([[], []]);
    expect((await manager.get(`${base}/tasks/999999/ansible/hosts`)).status).toBe(404);
  });

  it('should take no token of a vault, and let one be cleared', async () => {
    const refused = { issues: [{ path: ['vault_token'], code: 'vault_not_included' }] };
    expect((await test.owner.put(test.base, { name: 'p', vault_token: 's.token' })).json()).toMatchObject(refused);
    expect((await test.owner.put(test.base, { name: 'p', vault_token: '' })).status).toBe(204);
    expect((await test.admin.post('/api/projects', { name: 'p', vault_token: 's.token' })).json()).toMatchObject(
      refused,
    );
    expect((await test.admin.post('/api/projects', { name: 'p' })).status).toBe(201);
  });

  it('should have no registration tokens of a project', async () => {
    const path = 'runner_registration_tokens';
    expect((await test.manager.get(`${test.base}/${path}`)).status).toBe(404);
    expect((await test.manager.post(`${test.base}/${path}`, { name: 't', tags: ['a'] })).status).toBe(404);
    expect((await test.admin.post(`/api/${path}`, { name: 't', tags: ['a'] })).status).toBe(201);
  });
});
