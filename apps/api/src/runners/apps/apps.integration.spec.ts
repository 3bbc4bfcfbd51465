import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { App } from '@switchyard/contracts';
import { newGitRepository, newProject, newTemplate } from '@switchyard/database/testing';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let admin: Client;
let user: Client;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
  user = await signIn(test, await newAccount(test));
});
afterAll(() => test.close());

const list = async (): Promise<App[]> => (await user.get('/api/apps')).json<App[]>();
const deployer = {
  title: 'Deployer',
  icon: 'rocket',
  color: '#ff8800',
  path: '/opt/deployer',
  args: ['-q'],
  priority: 650,
};

describe('the registry of apps', () => {
  it('should list the default apps by priority', async () => {
    expect((await list()).map(({ id, active }) => [id, active])).toEqual(
      ['ansible', 'terraform', 'tofu', 'terragrunt', 'bash', 'powershell', 'python', 'pulumi'].map((id) => [id, true]),
    );
  });

  it('should keep a custom app and show it to everybody', async () => {
    expect((await admin.put('/api/apps/deployer', { ...deployer, active: true })).status).toBe(204);
    const apps = await list();
    expect(apps.find(({ id }) => id === 'deployer')).toEqual({
      ...deployer,
      id: 'deployer',
      active: true,
      dark_color: '',
    });
    expect(apps.map(({ id }) => id).slice(4, 6)).toEqual(['bash', 'deployer']);
    expect((await admin.get('/api/apps/deployer')).json<App>().id).toBe('deployer');
  });

  it('should switch apps off and on, default ones too', async () => {
    expect((await admin.post('/api/apps/python/active', { active: false })).status).toBe(204);
    expect((await list()).find(({ id }) => id === 'python')).toMatchObject({ active: false, priority: 500 });
    expect((await admin.post('/api/apps/python/active', { active: true })).status).toBe(204);
    expect((await admin.post('/api/apps/python/active', { active: 'yes' })).status).toBe(400);
  });

  it('should refuse a leading argument that takes a tool to another directory, by its name', async () => {
    const body = { ...deployer, active: true, args: ['-chdir=live'] };
    const refused = await admin.put('/api/apps/tofu', body);
    expect([refused.status, refused.json<{ error: string }>().error]).toEqual([
      400,
      'args: must not have the argument -chdir: the template decides the directory and the files in it',
    ]);
    expect((await admin.put('/api/apps/deployer', body)).status).toBe(204);
  });

  it('should refuse a change of a state that somebody else has changed, and change nothing', async () => {
    const body = { ...deployer, active: true };
    for (const id of ['pulumi', 'deployer']) {
      const tag = String((await admin.get(`/api/apps/${id}`)).headers.etag);
      const first = await admin.with({ 'if-match': tag }).put(`/api/apps/${id}`, { ...body, title: 'First' });
      const second = await admin.with({ 'if-match': tag }).put(`/api/apps/${id}`, { ...body, title: 'Second' });
      expect([first.status, second.status]).toEqual([204, 412]);
      expect((await admin.get(`/api/apps/${id}`)).json<App>().title).toBe('First');
    }
  });

  it('should forget a value that is sent empty', async () => {
    await admin.put('/api/apps/bash', { path: '/bin/bash', args: ['-e'], priority: 700, active: true });
    await admin.put('/api/apps/bash', { path: '', args: [], priority: 700, active: true });
    expect((await admin.get('/api/apps/bash')).json<App>()).toMatchObject({ path: '', args: null });
  });

  it.each([
    ['a relative path', { path: '../bin/x' }],
    ['a path shaped like an option', { path: '-x' }],
    ['a path that climbs', { path: '/opt/../bin/sh' }],
    ['a priority that is no number', { priority: 'high' }],
    ['an argument with NUL', { args: ['a\u0000b'] }],
    ['another id', { id: 'other' }],
  ])('should refuse %s', async (_what, members) => {
    const answer = await admin.put('/api/apps/deployer', { ...deployer, ...members });
    expect([answer.status, Object.keys(answer.json<object>())]).toEqual([
      400,
      expect.arrayContaining(['error', 'code']),
    ]);
  });

  it.each(['a b', '-x', '...', 'a/b', 'ä', 'x'.repeat(65)])('should refuse the id %j', async (id) => {
    const answer = await admin.put(`/api/apps/${encodeURIComponent(id)}`, deployer);
    expect([400, 404]).toContain(answer.status);
    expect((await list()).some((app) => app.id === id)).toBe(false);
  });

  it('should take upper case and dots in an id', async () => {
    expect((await admin.put('/api/apps/My.Tool_v2-x', deployer)).status).toBe(204);
    expect((await admin.get('/api/apps/My.Tool_v2-x')).json<App>().id).toBe('My.Tool_v2-x');
    expect((await admin.delete('/api/apps/My.Tool_v2-x')).status).toBe(204);
  });

  it('should create an app once, and never over another one', async () => {
    expect((await admin.post('/api/apps/fresh', deployer)).status).toBe(204);
    for (const id of ['fresh', 'ansible']) {
      const before = (await admin.get(`/api/apps/${id}`)).json<App>();
      const answer = await admin.post(`/api/apps/${id}`, { ...deployer, title: 'Other' });
      expect([answer.status, answer.json<{ error: string }>().error]).toEqual([409, expect.stringContaining(id)]);
      expect((await admin.get(`/api/apps/${id}`)).json<App>()).toEqual(before);
    }
    const both = await Promise.all([1, 2].map(() => admin.post('/api/apps/race', deployer)));
    expect(both.map(({ status }) => status).sort()).toEqual([204, 409]);
  });

  it('should let nobody but administrators change it', async () => {
    const path = '/api/apps/deployer';
    const answers = [
      await user.put(path, deployer),
      await user.post(path, deployer),
      await user.post(`${path}/active`, { active: false }),
      await user.delete(path),
      await user.get(path),
    ];
    expect(answers.map(({ status }) => status)).toEqual([403, 403, 403, 403, 403]);
  });

  it('should not delete default apps, unknown ones, nor one that a template uses', async () => {
    const { id: projectId } = await newProject(test.dataSource);
    const repositoryId = (await newGitRepository(test.dataSource, { projectId })).id;
    const template = await newTemplate(test.dataSource, { projectId, repositoryId, app: 'deployer' });
    expect((await admin.delete('/api/apps/ansible')).status).toBe(400);
    expect((await admin.delete('/api/apps/unknown')).status).toBe(404);
    expect((await admin.delete('/api/apps/deployer')).json()).toMatchObject({ inUse: true });
    await test.dataSource.query('delete from template where id = $1', [template.id]);
    expect((await admin.delete('/api/apps/deployer')).status).toBe(204);
    expect((await list()).some(({ id }) => id === 'deployer')).toBe(false);
  });
});
