import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Project as WireProject } from '@switchyard/contracts';
import { Project } from '@switchyard/database';
import { type Engine, removeProjects } from '@switchyard/engine';
import { SecretBox } from '@switchyard/server';
import { ENGINE } from '../platform/infrastructure/tokens.js';
import { newAccount, signIn, signInAs, type Client } from '../testing/client.js';
import { filledProject } from '../testing/filled-project.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

let test: TestApp;
let admin: Client;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
});
afterAll(() => test.close());

const create = async (members: object = {}): Promise<WireProject> => {
  const answer = await admin.post('/api/projects', { name: 'Website', ...members });
  expect(answer.status).toBe(201);
  return answer.json<WireProject>();
};

describe('POST /api/projects', () => {
  it('should make a project that is ready to use and belongs to the caller', async () => {
    const settings = { alert: true, alert_chat: '-100', max_parallel_tasks: 3, allow_log_links: true };
    const project = await create(settings);
    expect(project).toEqual({
      id: expect.any(Number),
      name: 'Website',
      created: expect.any(String),
      type: '',
      deleting: false,
      vault_address: '',
      vault_namespace: '',
      vault_token_stored: false,
      ...settings,
    });
    const base = `/api/project/${project.id}`;
    expect((await admin.get(`${base}/keys`)).json()).toMatchObject([{ name: 'None', type: 'none', empty: false }]);
    expect((await admin.get(`${base}/environment`)).json()).toMatchObject([{ name: 'Empty', json: '{}', env: '{}' }]);
    expect((await admin.get(`${base}/role`)).json()).toEqual({ role: 'owner', permissions: 15 });
    expect((await admin.get(`${base}/events/last`)).json()).toMatchObject([
      {
        object_type: 'project',
        description: 'Project Website created',
        activity: { code: 'project_created', params: { name: 'Website' } },
        project_name: 'Website',
      },
    ]);
  });

  it('should answer 401 to other users', async () => {
    const user = await signIn(test, await newAccount(test));
    const answer = await user.post('/api/projects', { name: 'mine' });
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_allowed"')]);
  });

  it('should let every user create projects, and own them, where the settings allow it', async () => {
    const open = await startTestApp({ SWITCHYARD_USERS_CREATE_PROJECTS: 'true' });
    const user = await signIn(open, await newAccount(open));
    expect((await user.get('/api/user')).json()).toMatchObject({ admin: false, can_create_project: true });
    const { id } = (await user.post('/api/projects', { name: 'mine' })).json<WireProject>();
    expect((await user.get(`/api/project/${id}/role`)).json()).toEqual({ role: 'owner', permissions: 15 });
    await open.close();
  });

  it('should store the vault token as ciphertext and never return it', async () => {
    const project = await create({ vault_token: 'canary-vault-token' });
    const read = async (): Promise<string | null> =>
      (await test.dataSource.manager.findOneByOrFail(Project, { id: project.id })).vaultTokenEncrypted;
    const sealed = await read();
    expect(test.app.get(SecretBox).openText(sealed ?? '', `project_vault_token:${project.id}`)).toBe(
      'canary-vault-token',
    );
    await admin.put(`/api/project/${project.id}`, { name: 'Website' });
    expect(await read()).toBe(sealed);
    await admin.put(`/api/project/${project.id}`, { name: 'Website', vault_token: '' });
    expect(await read()).toBeNull();
    expect((await admin.get(`/api/project/${project.id}`)).text + test.logged()).not.toContain('canary-vault-token');
  });

  it.each([
    { name: '' },
    { name: 'a', max_parallel_tasks: -1 },
    { name: 'a', max_parallel_tasks: 1.5 },
    { name: 'a', alert: 'true' },
  ])('should answer 400 to %j', async (body) => {
    expect((await admin.post('/api/projects', body)).status).toBe(400);
  });
});

describe('GET /api/projects', () => {
  it('should list the own projects by name, and all of them to an administrator', async () => {
    const [b, a, other] = [await create({ name: 'b' }), await create({ name: 'A' }), await create({ name: 'c' })];
    const user = await signInAs(test, b.id, 'guest');
    await test.dataSource.query(
      `insert into project_member (project_id, user_id, role)
         select $1, user_id, 'guest' from project_member where project_id = $2 and role = 'guest'`,
      [a.id, b.id],
    );
    const names = async (client: Client): Promise<string[]> =>
      (await client.get('/api/projects')).json<WireProject[]>().map(({ name }) => name);
    expect(await names(user)).toEqual(['A', 'b']);
    expect(await names(admin)).toEqual(expect.arrayContaining(['A', 'b', other.name]));
  });
});

describe('GET /api/project/{id}/role', () => {
  it.each([
    ['owner', 15],
    ['manager', 5],
    ['task_runner', 1],
    ['guest', 0],
  ] as const)('should answer the bits of %s', async (role, permissions) => {
    const { id } = await create();
    const answer = await (await signInAs(test, id, role)).get(`/api/project/${id}/role`);
    expect(answer.json()).toEqual({ role, permissions });
  });

  it('should answer every bit to an administrator who is no member', async () => {
    const { id } = await create();
    const other = await signIn(test, await newAccount(test, { admin: true }));
    expect((await other.get(`/api/project/${id}/role`)).json()).toEqual({ role: '', permissions: 15 });
  });

  it('should answer 400 with an error to something that is no number', async () => {
    const answer = await admin.get('/api/project/abc/role');
    expect([answer.status, answer.json()]).toMatchObject([400, { error: expect.any(String) }]);
    expect((await admin.get('/api/project/99999999999/role')).status).toBe(404);
  });
});

describe('a project that manages a subscription', () => {
  it('should take nothing that serves tasks, and say why', async () => {
    const { id } = await create({ type: 'premium' });
    for (const [path, body] of [
      ['templates', { name: 'T', app: 'bash', playbook: 'run.sh' }],
      ['keys', { name: 'K', type: 'none' }],
      ['tasks', { template_id: 1 }],
    ] as const) {
      const answer = await admin.post(`/api/project/${id}/${path}`, body);
      expect([path, answer.status, answer.json()]).toMatchObject([path, 400, { code: 'project_without_tasks' }]);
    }
    expect((await admin.get(`/api/project/${id}/templates`)).json()).toEqual([]);
  });
});

describe('PUT /api/project/{id}', () => {
  it('should replace the settings and keep the type for life', async () => {
    const { id } = await create({ alert: true, alert_chat: 'x' });
    const answer = await admin.put(`/api/project/${id}`, { id, name: 'Shop', max_parallel_tasks: 2, type: 'premium' });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const project = (await admin.get(`/api/project/${id}`)).json();
    expect(project).toMatchObject({ name: 'Shop', alert: false, alert_chat: null, max_parallel_tasks: 2, type: '' });
  });

  it('should answer 400 when the body names another project', async () => {
    const [one, two] = [await create(), await create()];
    const answer = await admin.put(`/api/project/${one.id}`, { id: two.id, name: 'stolen' });
    expect([answer.status, answer.json()]).toMatchObject([400, { error: expect.any(String) }]);
    expect((await admin.get(`/api/project/${two.id}`)).json<WireProject>().name).toBe('Website');
  });
});

describe('DELETE /api/project/{id}', () => {
  const rowsOf = (table: string, projectId: number): Promise<unknown[]> =>
    test.dataSource.query(`select 1 from ${table} where project_id = $1`, [projectId]);
  const listed = async (client: Client, projectId: number, query = '?deleting=true') =>
    (await client.get(`/api/projects${query}`)).json<WireProject[]>().find(({ id }) => id === projectId)?.deleting;

  it('should be in no list at once, and leave its name free', async () => {
    const name = `gone ${Date.now()}`;
    const { id } = await create({ name });
    expect((await admin.delete(`/api/project/${id}`)).status).toBe(204);
    const named = async (query = ''): Promise<number[]> =>
      (await admin.get(`/api/projects${query}`))
        .json<WireProject[]>()
        .flatMap((each) => (each.name === name ? [each.id] : []));
    expect([await named(), await named('?deleting=false'), await named('?deleting=true')]).toEqual([[], [], [id]]);
    const again = await create({ name });
    expect(await named()).toEqual([again.id]);
    expect((await admin.get('/api/projects?deleting=yes')).status).toBe(400);
    await removeProjects(test.app.get<Engine>(ENGINE));
  });

  it('should name before how much goes with it', async () => {
    const { projectId, templateId } = await filledProject(test.dataSource);
    await test.dataSource.query('update template set tasks = 7 where id = $1', [templateId]);
    expect((await admin.get(`/api/project/${projectId}/contents`)).json()).toEqual({
      templates: 1,
      tasks: 7,
      states: 1,
      schedules: 1,
      integrations: 1,
      runners: 1,
    });
  });

  it('should end all access at once but to its name, and take everything along afterwards', async () => {
    const { projectId, taskId } = await filledProject(test.dataSource);
    await test.dataSource.query(`update task set status = 'waiting' where id = $1`, [taskId]);
    const owner = await signInAs(test, projectId, 'owner');
    expect([await listed(owner, projectId), await listed(admin, projectId)]).toEqual([false, false]);
    expect((await owner.delete(`/api/project/${projectId}`)).status).toBe(204);
    for (const client of [owner, admin]) {
      expect((await client.get(`/api/project/${projectId}`)).status).toBe(404);
      expect((await client.delete(`/api/project/${projectId}`)).status).toBe(404);
      expect(await listed(client, projectId)).toBe(true);
      expect((await client.get('/api/events')).text).not.toContain(`"project_id":${projectId},`);
    }
    expect((await owner.get('/api/user/roles')).json()).toEqual([]);
    expect((await admin.get('/api/tasks')).text).not.toContain(`"project_id":${projectId},`);
    for (const door of ['integration_alias', 'terraform_alias', 'runner_registration_token', 'alert_channel']) {
      expect([door, await rowsOf(door, projectId)]).toEqual([door, []]);
    }
    expect(await removeProjects(test.app.get<Engine>(ENGINE))).toBe(1);
    expect([await listed(owner, projectId), await listed(admin, projectId)]).toEqual([undefined, undefined]);
    for (const table of ['access_key', 'git_repository', 'inventory', 'environment', 'template', 'task', 'event']) {
      expect([table, await rowsOf(table, projectId)]).toEqual([table, []]);
    }
  });
});
