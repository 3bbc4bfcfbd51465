import { createPublicKey, generateKeyPairSync, hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { RegisterAnswer, RegistrationTokenWithSecret, Runner, RunnerWithSecrets } from '@switchyard/contracts';
import { newRunner } from '@switchyard/database/testing';
import { Client, signInAs } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

const INSTALLATION_TOKEN = 'installation-token-0123456789';
let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_RUNNER_REGISTRATION_TOKEN: INSTALLATION_TOKEN });
});
afterAll(() => test.close());

const rawKey = (): string => {
  const { x } = generateKeyPairSync('x25519').publicKey.export({ format: 'jwk' });
  return Buffer.from(x ?? '', 'base64url').toString('base64');
};
const created = async (path: string, body: object, client = test.admin): Promise<RunnerWithSecrets> => {
  const answer = await client.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<RunnerWithSecrets>();
};
const register = (body: object) =>
  new Client(test.address).post('/api/runner-gateway/register', { name: 'self', public_key: rawKey(), ...body });

describe('/api/runners', () => {
  it('should show token and key once, and keep neither', async () => {
    const body = { name: 'eu-1', tags: ['eu', 'gpu', 'eu'], max_parallel_tasks: '', webhook: 'https://x.example/hook' };
    const { token, private_key, ...runner } = await created('/api/runners', body);
    expect(runner).toMatchObject({
      tags: ['eu', 'gpu'],
      tag: 'eu',
      max_parallel_tasks: 0,
      active: false,
      health: 'never',
    });
    expect(createPublicKey(private_key).asymmetricKeyType).toBe('x25519');
    const seen = await test.admin.get('/api/runners');
    expect(seen.text).not.toContain(token);
    expect(seen.text).not.toContain('PRIVATE KEY');
    const [row] = await test.dataSource.query<object[]>('select * from runner where id = $1', [runner.id]);
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('should take a public key that was made elsewhere', async () => {
    const runner = await created('/api/runners', { name: 'own', tag: 'x', public_key: rawKey() });
    expect([runner.private_key, runner.tags]).toEqual(['', ['x']]);
    expect((await test.admin.post('/api/runners', { name: 'bad', public_key: 'AAAA' })).status).toBe(400);
  });

  it('should take no key whose shared secrets everybody knows', async () => {
    const one = Buffer.alloc(32, 0).fill(1, 0, 1);
    for (const key of [Buffer.alloc(32), one]) {
      const public_key = key.toString('base64');
      expect((await test.admin.post('/api/runners', { name: 'weak', public_key })).status).toBe(400);
      expect((await register({ registration_token: INSTALLATION_TOKEN, public_key })).status).toBe(400);
    }
  });

  it('should change, switch, drain and remove', async () => {
    const { id } = await created('/api/runners', { name: 'change me' });
    const path = `/api/runners/${id}`;
    expect(
      (await test.admin.put(path, { name: 'changed', max_parallel_tasks: 4, tags: ['a'], active: true })).status,
    ).toBe(204);
    expect((await test.admin.post(`${path}/active`, { active: false })).status).toBe(204);
    expect((await test.admin.post(`${path}/drain`, { draining: true })).status).toBe(204);
    await test.dataSource.query('update runner set touched = now() where id = $1', [id]);
    expect((await test.admin.get(path)).json<Runner>()).toMatchObject({
      name: 'changed',
      max_parallel_tasks: 4,
      active: false,
      health: 'draining',
      limit: 4,
    });
    await test.dataSource.query(`update runner set touched = now() - interval '1 hour' where id = $1`, [id]);
    expect((await test.admin.get(path)).json<Runner>()).toMatchObject({ health: 'lost', draining: true });
    expect((await test.admin.delete(`${path}/cache`)).status).toBe(204);
    expect((await test.admin.get(path)).json<Runner>().cleaning_requested).not.toBeNull();
    expect((await test.admin.delete(path)).status).toBe(204);
    expect((await test.admin.get(path)).status).toBe(404);
  });

  it('should refuse the old identity after a rotation', async () => {
    const first = await created('/api/runners', { name: 'rotated' });
    const answer = await test.admin.post(`/api/runners/${first.id}/rotate`);
    const second = answer.json<RunnerWithSecrets>();
    expect([answer.status, second.token === first.token, second.private_key === first.private_key]).toEqual([
      200,
      false,
      false,
    ]);
  });

  it.each([
    ['no name', { name: ' ' }],
    ['a tag with a space', { name: 'x', tags: ['a b'] }],
    ['a negative limit', { name: 'x', max_parallel_tasks: -1 }],
    ['words for a limit', { name: 'x', max_parallel_tasks: 'many' }],
    ['a webhook that is no web address', { name: 'x', webhook: 'file:///etc/passwd' }],
  ])('should refuse %s', async (_what, body) => {
    const answer = await test.admin.post('/api/runners', body);
    expect([answer.status, Object.keys(answer.json<object>())]).toEqual([400, ['error', 'code', 'params', 'issues']]);
  });

  it('should derive health from silence', async () => {
    const { id } = await newRunner(test.dataSource, { name: 'silent' });
    const health = async (seconds: number, more = ''): Promise<string> => {
      await test.dataSource.query(
        `update runner set touched = now() - make_interval(secs => $2)${more} where id = $1`,
        [id, seconds],
      );
      return (await test.admin.get(`/api/runners/${id}`)).json<Runner>().health;
    };
    expect([await health(30), await health(40), await health(60)]).toEqual(['online', 'degraded', 'lost']);
    expect(await health(1, `, paused_reason = 'disk full'`)).toBe('paused');
  });

  it('should be for administrators only', async () => {
    for (const path of ['/api/runners', '/api/runner_tags', '/api/runner_registration_tokens']) {
      expect((await test.owner.get(path)).status).toBe(403);
    }
  });
});

describe('runners of a project', () => {
  const path = () => `${test.base}/runners`;

  it('should be made by who manages resources', async () => {
    const runner = await created(path(), { name: 'ours', tags: ['ours'] }, test.manager);
    expect(runner.project_id).toBe(test.projectId);
    const guest = await signInAs(test, test.projectId, 'guest');
    expect((await guest.post(path(), { name: 'x', tags: ['x'] })).status).toBe(403);
    expect((await guest.get(path())).json<Runner[]>().map(({ name }) => name)).toEqual(['ours']);
    expect((await guest.get(`${test.base}/runner_tags`)).json<{ tag: string }[]>().map(({ tag }) => tag)).toContain(
      'ours',
    );
  });

  it('should not reach runners of others', async () => {
    const { id } = await newRunner(test.dataSource, { name: 'global' });
    for (const send of [
      () => test.manager.get(`${path()}/${id}`),
      () => test.manager.put(`${path()}/${id}`, { name: 'mine', tags: ['x'] }),
      () => test.manager.post(`${path()}/${id}/active`, { active: false }),
      () => test.manager.post(`${path()}/${id}/rotate`),
      () => test.manager.delete(`${path()}/${id}/cache`),
      () => test.manager.delete(`${path()}/${id}`),
    ]) {
      expect((await send()).status).toBe(404);
    }
  });

  it('should ask for the cache of one project: all of its own runners, and its part of global ones', async () => {
    const own = await created(path(), { name: 'own cache', tags: ['x'] });
    const { id } = await newRunner(test.dataSource, { name: 'cached' });
    expect((await test.owner.delete(`${test.base}/cache`)).status).toBe(204);
    const read = async (runner: number) => (await test.admin.get(`/api/runners/${runner}`)).json<Runner>();
    expect((await read(own.id)).cleaning_requested).not.toBeNull();
    expect((await read(id)).cleaning_requested).toBeNull();
    const rows = await test.dataSource.query<object[]>('select clearing_projects from runner where id = $1', [id]);
    expect(rows).toEqual([{ clearing_projects: [test.projectId] }]);
  });

  it('should ask every runner for its caches at once, for administrators alone', async () => {
    const own = await created(path(), { name: 'own of all', tags: ['x'] });
    const { id } = await newRunner(test.dataSource, { name: 'global of all' });
    expect((await test.owner.delete('/api/cache')).status).toBe(403);
    const answer = await test.admin.delete('/api/cache');
    expect([answer.status, answer.text]).toEqual([204, '']);
    for (const runner of [own.id, id]) {
      const { cleaning_requested: requested } = (await test.admin.get(`/api/runners/${runner}`)).json<Runner>();
      expect(requested).not.toBeNull();
    }
  });

  it('should answer how far the clearing has come: who is done, who is left, who is away', async () => {
    await test.dataSource.query('delete from runner');
    const state = async () => (await test.owner.get(`${test.base}/cache`)).json<object>();
    const [one, other] = [await newRunner(test.dataSource, { name: 'one' }), await newRunner(test.dataSource)];
    await newRunner(test.dataSource, { name: 'never seen', touched: null });
    const see = (id: number, ago: string) =>
      test.dataSource.query(`update runner set touched = now() - $2::interval where id = $1`, [id, ago]);
    await Promise.all([see(one.id, '1 s'), see(other.id, '1 h')]);
    expect(await state()).toEqual({ runners: 2, left: 0, away: 0 });
    expect((await test.owner.delete(`${test.base}/cache`)).status).toBe(204);
    expect(await state()).toEqual({ runners: 2, left: 1, away: 1 });
    await test.dataSource.query(`update runner set clearing_projects = '{}' where id = $1`, [one.id]);
    expect(await state()).toEqual({ runners: 2, left: 0, away: 1 });
    expect((await test.manager.get(`${test.base}/cache`)).status).toBe(403);
  });

  it('should ask for everything when a runner has missed too many projects', async () => {
    const { id } = await newRunner(test.dataSource, { name: 'long away' });
    await test.dataSource.query(
      'update runner set clearing_projects = array(select generate_series(100001, 100100)) where id = $1',
      [id],
    );
    expect((await test.owner.delete(`${test.base}/cache`)).status).toBe(204);
    expect((await test.admin.get(`/api/runners/${id}`)).json<Runner>().cleaning_requested).not.toBeNull();
    const rows = await test.dataSource.query<object[]>('select clearing_projects from runner where id = $1', [id]);
    expect(rows).toEqual([{ clearing_projects: [] }]);
  });
});

describe('POST /runners/{id}/registration-token', () => {
  const take = async (path: string, client: Client) => {
    const answer = await client.post(`${path}/registration-token`);
    expect([answer.status, answer.json()]).toEqual([200, expect.objectContaining({ token: expect.any(String) })]);
    return answer.json<RegistrationTokenWithSecret>().token;
  };

  it.each(['/api', 'project'])('should let a machine take the runner over, once, in the scope %s', async (scope) => {
    const base = scope === 'project' ? test.base : scope;
    const runner = await created(`${base}/runners`, { name: `old ${scope}`, tags: ['kept'], active: true });
    const path = `${base}/runners/${runner.id}`;
    const token = await take(path, test.admin);
    const answer = await register({ name: 'another name', registration_token: token });
    expect([answer.status, answer.json()]).toEqual([200, expect.objectContaining({ runner_id: runner.id })]);
    expect((await test.admin.get(path)).json<Runner>()).toMatchObject({ name: `old ${scope}`, tags: ['kept'] });
    const [row] = await test.dataSource.query<{ token_hash: string }[]>('select token_hash from runner where id = $1', [
      runner.id,
    ]);
    expect(row?.token_hash).not.toBe(hash('sha256', runner.token));
    expect((await register({ registration_token: token })).status).toBe(401);
  });

  it('should answer 404 for a runner of another scope, and 401 once the runner is gone', async () => {
    const runner = await created('/api/runners', { name: 'gone soon' });
    expect((await test.admin.post(`${test.base}/runners/${runner.id}/registration-token`)).status).toBe(404);
    const token = await take(`/api/runners/${runner.id}`, test.admin);
    expect((await test.admin.delete(`/api/runners/${runner.id}`)).status).toBe(204);
    expect((await register({ registration_token: token })).status).toBe(401);
  });
});

describe('registration', () => {
  const newToken = async (path = '/api/runner_registration_tokens', client = test.admin) =>
    (await client.post(path, { name: 'from token', tags: ['t'] })).json<RegistrationTokenWithSecret>();

  it('should make one runner by the token', async () => {
    const { token } = await newToken();
    const answer = await register({ registration_token: token, tags: ['mine'], max_parallel_tasks: 3 });
    const { runner_id: id, name } = answer.json<RegisterAnswer>();
    expect([answer.status, name]).toEqual([200, 'from token']);
    expect((await test.admin.get(`/api/runners/${id}`)).json<Runner>()).toMatchObject({ tags: ['t'], active: true });
    expect((await register({ registration_token: token })).status).toBe(401);
  });

  it('should answer a repetition with the same key as it would have answered the first call', async () => {
    const { token } = await newToken();
    const request = { registration_token: token, public_key: rawKey() };
    const [first, second] = [await register(request), await register(request)];
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(second.json<RegisterAnswer>().runner_id).toBe(first.json<RegisterAnswer>().runner_id);
    expect((await register({ ...request, public_key: rawKey() })).status).toBe(401);
  });

  it('should make a project runner with a token of the project', async () => {
    const { token } = await newToken(`${test.base}/runner_registration_tokens`, test.manager);
    const { runner_id: id } = (await register({ registration_token: token })).json<RegisterAnswer>();
    expect((await test.admin.get(`/api/runners/${id}`)).json<Runner>().project_id).toBe(test.projectId);
  });

  it('should make any number with the token of the installation', async () => {
    const names = ['a', 'b'];
    for (const name of names) {
      const answer = await register({ registration_token: INSTALLATION_TOKEN, name, tags: ['own'] });
      expect(answer.json<RegisterAnswer>().name).toBe(name);
    }
  });

  it('should let one of several win who use a token at once', async () => {
    const { token } = await newToken();
    const answers = await Promise.all([1, 2, 3, 4].map(() => register({ registration_token: token })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
  });

  it('should refuse a token that is over, revoked or made up, and a key that is none', async () => {
    const over = await newToken();
    await test.dataSource.query(`update runner_registration_token set expires = now() where id = $1`, [over.id]);
    const revoked = await newToken();
    await test.admin.delete(`/api/runner_registration_tokens/${revoked.id}`);
    for (const token of [over.token, revoked.token, 'swreg_made-up']) {
      expect((await register({ registration_token: token })).status).toBe(401);
    }
    expect((await register({ registration_token: INSTALLATION_TOKEN, public_key: 'short' })).status).toBe(400);
  });

  it('should slow down who tries again and again', async () => {
    const statuses = new Set<number>();
    for (let i = 0; i < 60; i++) {
      statuses.add((await register({ registration_token: 'guess' })).status);
    }
    expect([...statuses].sort()).toEqual([401, 429]);
  });
});
