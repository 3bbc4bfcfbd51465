import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccessGrant, ApiToken, Key, RestoredProject, Runner } from '@switchyard/contracts';
import { User } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { LOGIN, newWorkspace } from '../../testing/state-backend.js';

const LOGIN_KEY = { type: 'login_password', login_password: LOGIN };

let test: ProjectFixture;
let token: Client;
let tokenId: string;
let userId: number;
beforeAll(async () => {
  test = await startProjectFixture();
  const user = await newAccount(test, { admin: true });
  userId = user.id;
  const made = await (await signIn(test, user)).post('/api/user/tokens', { scopes: ['accounts', 'lasting'] });
  tokenId = made.json<ApiToken>().id;
  token = new Client(test.address, { authorization: `Bearer ${tokenId}` });
  await test.owner.put(test.base, { name: 'p', allow_log_links: true });
});
afterAll(() => test.close());

const list = async (query = `?user_id=${userId}`): Promise<AccessGrant[]> =>
  (await test.admin.get(`/api/access_grants${query}`)).json<AccessGrant[]>();

const maker = (): Promise<User> => test.dataSource.manager.findOneByOrFail(User, { id: userId });

describe('what acts after its maker has ended', () => {
  it('should be listed with its maker, and end at its path', async () => {
    const { dataSource, projectId, base } = test;
    const template = await newTemplate(dataSource, { projectId });
    const task = await newTask(dataSource, template, { status: 'success' });
    const member = await newAccount(test);
    const integration = await test.manager.post(`${base}/integrations`, { name: 'i', template_id: template.id });
    const requests: [string, object][] = [
      ['/api/runners', { name: 'stays', active: true }],
      [`${base}/runner_registration_tokens`, { name: 'later', tags: ['x'] }],
      [`${base}/integrations/aliases`, {}],
      [`${base}/integrations/${integration.json<{ id: number }>().id}/aliases`, {}],
      [`${base}/users`, { user_id: member.id, role: 'owner' }],
      ['/api/users', { name: 'N', username: 'accomplice', email: 'accomplice@example.test', admin: true }],
      ['/api/apps/mine', { title: 'Mine', path: '/usr/bin/mine', active: true }],
      [`${base}/tasks/${task.id}/log_links`, { hours: 1 }],
    ];
    for (const [path, body] of requests) {
      expect([path, (await token.post(path, body)).status]).toEqual([path, expect.any(Number)]);
    }
    const rows = await list();
    expect(rows.map(({ kind }) => kind)).toEqual([
      'log_link',
      'app',
      'user',
      'member',
      'integration_alias',
      'integration_alias',
      'registration_token',
      'runner',
    ]);
    expect(rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['stays', 'later', 'Mine', 'accomplice', member.username]),
    );
    expect(rows[0]).toMatchObject({ project_id: projectId, token: tokenId.slice(0, 8), maker_ended: false });
    await token.delete(`/api/user/tokens/${encodeURIComponent(tokenId)}`);
    expect((await list()).every(({ maker_ended: isOver }) => isOver)).toBe(true);
    for (const { path } of rows) {
      expect([path, (await test.admin.delete(path)).status]).toEqual([path, 204]);
    }
    expect(await list()).toEqual([]);
  });

  it('should be listed with who gave it its access again', async () => {
    const { inventoryId, alias } = await newWorkspace(test);
    const runner = (await test.admin.post('/api/runners', { name: 'rotated' })).json<Runner>();
    const raised = await newAccount(test);
    const { name, username, email } = raised;
    expect(await list()).toEqual([]);
    const key = (await test.manager.post(`${test.base}/keys`, { ...LOGIN_KEY, name: 'other' })).json<Key>();
    const path = `${test.base}/inventory/${inventoryId}/terraform/aliases/${alias.id}`;
    const user = { name, username, email, admin: true };
    const made = await (
      await signIn(test, await maker())
    ).post('/api/user/tokens', { scopes: ['accounts', 'lasting'] });
    const client = new Client(test.address, { authorization: `Bearer ${made.json<ApiToken>().id}` });
    const statuses = [
      await client.put(path, { auth_key_id: key.id }),
      await client.post(`/api/runners/${runner.id}/rotate`),
      await client.put(`/api/users/${raised.id}`, user),
      await client.put(`/api/users/${raised.id}`, { ...user, name: 'renamed' }),
      await client.put(`/api/runners/${runner.id}`, { name: 'renamed' }),
    ].map(({ status }) => status);
    expect(statuses).toEqual([204, 200, 204, 204, 204]);
    expect((await list()).map((row) => [row.kind, row.path])).toEqual([
      ['user', `/api/users/${raised.id}`],
      ['runner', `/api/runners/${runner.id}`],
      ['terraform_alias', path],
    ]);
  });

  it('should be listed when it came with a restored project, which a token needs its scope for', async () => {
    const member = await newAccount(test);
    const file = {
      meta: { name: 'brings people' },
      templates: [{ name: 't', app: 'bash', playbook: 'x.sh', repository: 'r' }],
      repositories: [{ name: 'r', git_url: 'https://git.example/a.git', git_branch: 'main', ssh_key: 'None' }],
      keys: [{ name: 'None', type: 'none' }],
    };
    const integration = { name: 'i', template: 't', auth_method: '', matchers: [] };
    const bringing = [
      { ...file, members: [{ username: member.username, role: 'owner' }] },
      { ...file, integration_aliases: ['old'] },
      { ...file, integrations: [{ ...integration, aliases: ['old'] }] },
    ];
    const made = await (await signIn(test, await maker())).post('/api/user/tokens', {});
    const unscoped = new Client(test.address, { authorization: `Bearer ${made.json<ApiToken>().id}` });
    for (const body of bringing) {
      expect((await unscoped.post('/api/projects/restore', body)).status).toBe(403);
    }
    expect((await unscoped.post('/api/projects/restore?members=false', bringing[0])).status).toBe(200);
    const before = (await list()).length;
    const session = await signIn(test, await maker());
    const all = Object.assign({}, ...bringing, { meta: { name: 'brings all' } }) as object;
    const { id } = (await session.post('/api/projects/restore', all)).json<RestoredProject>();
    const rows = (await list()).slice(0, -before || undefined);
    expect(rows.map(({ kind, project_id }) => [kind, project_id]).toSorted()).toEqual([
      ['integration_alias', id],
      ['integration_alias', id],
      ['member', id],
    ]);
    for (const { path } of rows) {
      expect([path, (await test.admin.delete(path)).status]).toEqual([path, 204]);
    }
  });

  it('should be listed when an apply of files made it, which a token needs its scope for', async () => {
    const { id } = (await test.admin.post('/api/projects', { name: 'of files' })).json<{ id: number }>();
    const integration = { name: 'i', template: 't', auth_method: '', matchers: [] };
    const files = {
      templates: [{ name: 't', app: 'bash', playbook: 'x.sh', repository: 'r' }],
      repositories: [{ name: 'r', git_url: 'https://git.example/a.git', git_branch: 'main', ssh_key: 'None' }],
      keys: [{ name: 'None', type: 'none' }],
    };
    const path = `/api/project/${id}/apply`;
    const session = await signIn(test, await maker());
    const tokenOf = async (scopes: string[]): Promise<Client> => {
      const made = await session.post('/api/user/tokens', { scopes });
      return new Client(test.address, { authorization: `Bearer ${made.json<ApiToken>().id}` });
    };
    const [unscoped, scoped] = [await tokenOf([]), await tokenOf(['lasting'])];
    expect((await unscoped.post(path, { ...files, integrations: [integration] })).status).toBe(200);
    const addressed = { ...files, integrations: [{ ...integration, aliases: ['new'] }] };
    const before = await list();
    expect((await unscoped.post(path, addressed)).status).toBe(403);
    expect(await list()).toEqual(before);
    expect((await scoped.post(path, addressed)).status).toBe(200);
    const [grant] = await list();
    expect(grant).toMatchObject({ kind: 'integration_alias', project_id: id });
    expect((await unscoped.post(path, addressed)).status).toBe(200);
    expect(await list()).toHaveLength(before.length + 1);
  });

  it('should be shown to administrators alone', async () => {
    expect((await test.owner.get('/api/access_grants')).status).toBe(403);
  });
});
