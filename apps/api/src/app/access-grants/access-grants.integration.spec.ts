import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { AccessGrant, ApiToken } from '@switchyard/contracts';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let token: Client;
let tokenId: string;
let userId: number;
beforeAll(async () => {
  test = await startProjectFixture();
  const user = await newAccount(test, { admin: true });
  userId = user.id;
  const made = await (await signIn(test, user)).post('/api/user/tokens', { scopes: ['lasting'] });
  tokenId = made.json<ApiToken>().id;
  token = new Client(test.address, { authorization: `Bearer ${tokenId}` });
  await test.owner.put(test.base, { name: 'p', allow_log_links: true });
});
afterAll(() => test.close());

const list = async (query = `?user_id=${userId}`): Promise<AccessGrant[]> =>
  (await test.admin.get(`/api/access_grants${query}`)).json<AccessGrant[]>();

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
      'member',
      'integration_alias',
      'integration_alias',
      'registration_token',
      'runner',
    ]);
    expect(rows.map(({ name }) => name)).toEqual(expect.arrayContaining(['stays', 'later', 'Mine', member.username]));
    expect(rows[0]).toMatchObject({ project_id: projectId, token: tokenId.slice(0, 8), maker_ended: false });
    await token.delete(`/api/user/tokens/${encodeURIComponent(tokenId)}`);
    expect((await list()).every(({ maker_ended: isOver }) => isOver)).toBe(true);
    for (const { path } of rows) {
      expect([path, (await test.admin.delete(path)).status]).toEqual([path, 204]);
    }
    expect(await list()).toEqual([]);
  });

  it('should be shown to administrators alone', async () => {
    expect((await test.owner.get('/api/access_grants')).status).toBe(403);
  });
});
