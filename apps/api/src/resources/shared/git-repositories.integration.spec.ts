import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { GitRepository as WireRepository } from '@switchyard/contracts';
import { GitRepository } from '@switchyard/database';
import { newAccessKey, newTemplate } from '@switchyard/database/testing';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let repositories: string;
let keyId: number;

beforeAll(async () => {
  test = await startProjectFixture();
  repositories = `${test.base}/repositories`;
  keyId = (await newAccessKey(test.dataSource, { projectId: test.projectId })).id;
});
afterAll(() => test.close());

const body = (members: object = {}) => ({
  name: 'site',
  git_url: 'https://git.example.com/site.git',
  git_branch: 'main',
  ssh_key_id: keyId,
  ...members,
});

/** Values that are read of members that were not sent. */
const UNSENT = {
  lfs: true,
  submodules: true,
  paths: [],
  ca_certificates: '',
  known_hosts: '',
  second_key_id: null,
  second_key_prefix: '',
  forge: '',
  web_url: '',
  status_key_id: null,
};

describe('POST /repositories', () => {
  it('should answer the repository', async () => {
    const answer = await test.manager.post(repositories, body());
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({ id: expect.any(Number), project_id: test.projectId, ...UNSENT, ...body() });
  });

  it('should keep a switch that is off until it is sent again', async () => {
    const off = { lfs: false, submodules: false };
    const { id } = (await test.manager.post(repositories, body(off))).json<WireRepository>();
    const read = async () => (await test.manager.get(`${repositories}/${id}`)).json<WireRepository>();
    expect(await read()).toMatchObject(off);
    await test.manager.put(`${repositories}/${id}`, { ...body(), id, project_id: test.projectId });
    expect(await read()).toMatchObject(off);
  });

  it('should keep a second key for the addresses it is for alone', async () => {
    const second = { second_key_id: body().ssh_key_id, second_key_prefix: 'https://git.test/modules/' };
    const { id } = (await test.manager.post(repositories, body(second))).json<WireRepository>();
    const put = (members: object) => test.manager.put(`${repositories}/${id}`, body(members));
    expect((await put({ second_key_prefix: '' })).status).toBe(400);
    expect((await put({})).status).toBe(204);
    expect((await test.manager.get(`${repositories}/${id}`)).json()).toMatchObject(second);
    expect((await put({ second_key_id: null, second_key_prefix: '' })).status).toBe(204);
  });

  it.each([
    'https://bot:canary-77@git.example.com/site.git',
    'https://canary-77@git.example.com/site.git',
    'https://git.example.com/site.git?private_token=canary-77',
    'https://git.example.com/site.git#canary-77',
    'https://bot:canary-77/x@git.example.com/site.git',
    'git://bot:canary-77@git.example.com/site.git',
    'ssh://git:canary-77@git.example.com/site.git',
    'git:canary-77@git.example.com:site.git',
  ])('should refuse credentials in %s, point to the keys, and keep nothing of it', async (git_url) => {
    const answer = await test.manager.post(repositories, body({ git_url }));
    expect(answer.status).toBe(400);
    expect(answer.json<{ error: string }>().error).toMatch(/^git_url: .*key/);
    expect(answer.text + test.logged() + JSON.stringify(await activities(test, 5))).not.toContain('canary-77');
  });

  it.each(['ssh://git@git.example.com:2222/site.git', 'git@git.example.com:site.git'])(
    'should take the login name of ssh in %s',
    async (git_url) => {
      const answer = await test.manager.post(repositories, body({ git_url }));
      expect([answer.status, answer.json<WireRepository>().git_url]).toEqual([201, git_url]);
    },
  );

  it.each([
    { name: '' },
    { git_url: '' },
    { git_url: 'ext::sh -c id' },
    { git_url: '--upload-pack=touch /tmp/p' },
    { git_url: ' --upload-pack=x' },
    { git_url: 'ssh://-oProxyCommand=id/x' },
    { git_url: '-oProxyCommand=id:repo' },
    { git_url: 'https://git.example.com/a\nb' },
    { git_url: 'gopher://git.example.com/x' },
    { git_branch: '--output=/x' },
    { git_branch: 'refs/heads/../../x' },
    { git_branch: '@{-1}' },
    { git_branch: 'a'.repeat(5000) },
    { forge: 'cvs' },
    { web_url: 'javascript:alert(1)' },
    { web_url: 'https://ada:canary@forge.example/a' },
    { web_url: 'https://forge.example/a?token=1' },
    { paths: ['../x'] },
    { paths: ['/srv'] },
    { paths: ['./'] },
    { paths: Array.from({ length: 101 }, (_, i) => `d${i}`) },
    { ssh_key_id: 0 },
    { ssh_key_id: '1' },
    { project_id: 999_999 },
  ])('should answer 400 to %j', async (members) => {
    const answer = await test.manager.post(repositories, body(members));
    expect(answer.status).toBe(400);
    expect(answer.json<{ error: string }>().error).not.toBe('');
  });

  it('should answer 404 to the key of another project and store nothing', async () => {
    const before = await test.dataSource.manager.count(GitRepository);
    const answer = await test.manager.post(repositories, body({ ssh_key_id: test.foreign.keyId }));
    expect(answer.status).toBe(404);
    expect(answer.json<{ error: string }>().error).toContain('ssh_key_id');
    expect(await test.dataSource.manager.count(GitRepository)).toBe(before);
  });

  it('should keep directories without needless parts, and leave them where a change sends none', async () => {
    const made = await test.manager.post(repositories, body({ paths: ['./live//net/', 'modules'] }));
    const { id, paths } = made.json<WireRepository>();
    expect(paths).toEqual(['live/net', 'modules']);
    await test.manager.put(`${repositories}/${id}`, body({ id, name: 'renamed' }));
    expect((await test.manager.get(`${repositories}/${id}`)).json()).toMatchObject({ name: 'renamed', paths });
  });

  it.each([
    { git_url: '/srv/playbooks', git_branch: '' },
    { git_branch: '' },
    { git_branch: null },
    { git_branch: undefined },
  ])('should need no branch: %j', async (members) => {
    const answer = await test.manager.post(repositories, body(members));
    expect([answer.status, answer.json<WireRepository>().git_branch]).toEqual([201, '']);
  });
});

describe('PUT and DELETE /repositories/{id}', () => {
  const create = async (): Promise<number> => (await test.manager.post(repositories, body())).json<WireRepository>().id;

  it('should replace the whole repository', async () => {
    const id = await create();
    const changed = body({ name: 'other', git_url: 'git@git.example.com:other.git', git_branch: 'release' });
    const answer = await test.manager.put(`${repositories}/${id}`, { ...changed, id, project_id: test.projectId });
    expect([answer.status, answer.text]).toEqual([204, '']);
    const read = await test.manager.get(`${repositories}/${id}`);
    expect(read.json()).toEqual({ id, project_id: test.projectId, ...UNSENT, ...changed });
  });

  it('should answer 404 to the key of another project and change nothing', async () => {
    const id = await create();
    const answer = await test.manager.put(`${repositories}/${id}`, body({ name: 'x', ssh_key_id: test.foreign.keyId }));
    expect(answer.status).toBe(404);
    expect((await test.manager.get(`${repositories}/${id}`)).json<WireRepository>().name).toBe('site');
  });

  it('should refuse to delete what a template uses', async () => {
    const id = await create();
    const template = await newTemplate(test.dataSource, { projectId: test.projectId, repositoryId: id });
    const refs = (await test.manager.get(`${repositories}/${id}/refs`)).json<{ templates: object[] }>();
    expect(refs.templates).toEqual([{ id: template.id, name: template.name }]);
    const answer = await test.manager.delete(`${repositories}/${id}`);
    expect([answer.status, answer.json<{ inUse: boolean }>().inUse]).toEqual([400, true]);
    await test.dataSource.query('delete from template where id = $1', [template.id]);
    expect((await test.manager.delete(`${repositories}/${id}`)).status).toBe(204);
  });
});
