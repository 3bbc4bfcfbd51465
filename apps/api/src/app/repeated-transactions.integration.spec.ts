import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newGitRepository } from '@switchyard/database/testing';
import { DataSource } from 'typeorm';
import type { Answer } from '../testing/client.js';
import { newAccount, signIn } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

/** Every transaction of the app loses a deadlock at its end, once. */
function loseFirst(source: DataSource): void {
  const make = source.createQueryRunner.bind(source);
  let losing = true;
  source.createQueryRunner = (mode) => {
    const runner = make(mode);
    const commit = runner.commitTransaction.bind(runner);
    runner.commitTransaction = () => {
      const lost = losing;
      losing = !losing;
      return lost ? Promise.reject(Object.assign(new Error('deadlock'), { code: '40P01' })) : commit();
    };
    return runner;
  };
}

describe('a change whose transaction is run again', () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture();
    loseFirst(test.app.get(DataSource));
  });
  afterAll(() => test.close());

  const newName = (): string => Math.random().toString(36).slice(2);
  const id = (answer: Answer): number => {
    expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
    return answer.json<{ id: number }>().id;
  };

  it('should make, change and delete users', async () => {
    const user = { username: newName(), name: 'N', email: `${newName()}@example.test`, password: 'long-enough-1' };
    const userId = id(await test.admin.post('/api/users', user));
    const { password: _password, ...changed } = user;
    expect((await test.admin.put(`/api/users/${userId}`, { ...changed, name: 'M' })).status).toBe(204);
    expect((await test.admin.post(`/api/users/${userId}/password`, { password: 'long-enough-2' })).status).toBe(204);
    expect((await test.owner.post(`${test.base}/users`, { user_id: userId, role: 'guest' })).status).toBe(204);
    expect((await test.owner.put(`${test.base}/users/${userId}`, { role: 'manager' })).status).toBe(204);
    expect((await test.owner.delete(`${test.base}/users/${userId}`)).status).toBe(204);
    expect((await test.admin.delete(`/api/users/${userId}`)).status).toBe(204);
  });

  it('should switch two-factor sign-in on and off, and make tokens', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const token = await session.post('/api/user/tokens', { name: 'mine', expires_at: null });
    const { id: tokenId } = token.json<{ id: string }>();
    expect([token.status, (await session.delete(`/api/user/tokens/${tokenId}`)).status]).toEqual([201, 204]);
    const totp = await session.post(`/api/users/${user.id}/2fas/totp`);
    const { id: totpId } = totp.json<{ id: number }>();
    const off = await session.delete(`/api/users/${user.id}/2fas/totp/${totpId}`);
    expect([totp.status, off.status]).toEqual([200, 204]);
  });

  it('should make, change and delete runners and registration tokens', async () => {
    const runner = { name: 'r', tags: [], max_parallel_tasks: 2, active: true };
    const runnerId = id(await test.admin.post('/api/runners', runner));
    expect((await test.admin.put(`/api/runners/${runnerId}`, { ...runner, name: 's' })).status).toBe(204);
    expect((await test.admin.delete(`/api/runners/${runnerId}`)).status).toBe(204);
    const tokens = `${test.base}/runner_registration_tokens`;
    const tokenId = id(await test.manager.post(tokens, { name: 'ours', tags: ['ours'] }));
    expect((await test.manager.delete(`${tokens}/${tokenId}`)).status).toBe(204);
  });

  it('should make, change and delete projects and what is in them', async () => {
    const project = `/api/project/${id(await test.admin.post('/api/projects', { name: 'p' }))}`;
    expect((await test.admin.put(project, { name: 'q' })).status).toBe(204);
    const keyId = id(await test.admin.post(`${project}/keys`, { name: 'k', type: 'none' }));
    expect((await test.admin.put(`${project}/keys/${keyId}`, { name: 'l', type: 'none' })).status).toBe(204);
    const secrets = [{ type: 'var', name: 's', secret: 'hidden', operation: 'create' }];
    id(await test.admin.post(`${project}/environment`, { name: 'e', json: '{}', secrets }));
    expect((await test.admin.delete(`${project}/keys/${keyId}`)).status).toBe(204);
    expect((await test.admin.delete(project)).status).toBe(204);
  });

  it('should make, change, describe and launch templates', async () => {
    const { id: repositoryId } = await newGitRepository(test.dataSource, { projectId: test.projectId });
    const template = { name: 't', app: 'bash', playbook: 'run.sh', repository_id: repositoryId, type: 'build' };
    const body = { ...template, start_version: '1.0.0' };
    const templates = `${test.base}/templates`;
    const templateId = id(await test.manager.post(templates, body));
    expect((await test.manager.put(`${templates}/${templateId}`, body)).status).toBe(204);
    const described = await test.manager.put(`${templates}/${templateId}/description`, { description: 'd' });
    expect(described.status).toBe(204);
    id(await test.manager.post(`${test.base}/tasks`, { template_id: templateId }));
    expect((await test.manager.delete(`${templates}/${templateId}`)).status).toBe(204);
  });
});
