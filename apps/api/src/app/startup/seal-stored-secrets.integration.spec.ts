import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment as WireEnvironment, GitRepository as WireRepository } from '@switchyard/contracts';
import { Environment, GitRepository, TaskSnapshot, Template } from '@switchyard/database';
import { newEnvironment, newGitRepository, newTask, newTemplate } from '@switchyard/database/testing';
import { isSealed, SecretBox } from '@switchyard/server';
import { JobBuilder } from '../../runners/assignments/job-builder.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { sealStoredSecrets } from './seal-stored-secrets.js';

/** Rows as versions before ciphertext have stored them. */
describe(sealStoredSecrets.name, () => {
  let test: ProjectFixture;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());

  const start = (): Promise<void> => sealStoredSecrets(test.app.get(SecretBox), test.dataSource);
  const repositories = () => `${test.base}/repositories`;
  const stored = (id: number) => test.dataSource.manager.findOneByOrFail(GitRepository, { id });
  const WITH = 'https://bot:canary-88@git.example.com/site.git';
  const WITHOUT = 'https://git.example.com/site.git';

  async function oldRepository(gitUrl = WITH): Promise<GitRepository> {
    const row = await newGitRepository(test.dataSource, { projectId: test.projectId, gitUrl });
    await start();
    return row;
  }

  it('should show an address without its credentials and keep them for the job alone', async () => {
    const { id } = await oldRepository();
    expect(JSON.stringify(await stored(id))).not.toContain('canary-88');
    expect((await test.manager.get(`${repositories()}/${id}`)).json<WireRepository>().git_url).toBe(WITHOUT);
    const template = await newTemplate(test.dataSource, { projectId: test.projectId, repositoryId: id });
    const task = await newTask(test.dataSource, template);
    const builder = test.app.get(JobBuilder, { strict: false });
    expect((await builder.build(task.id)).repository.url).toBe(WITH);
    expect((await builder.secrets(task.id)).secrets).toContainEqual(expect.objectContaining({ value: 'canary-88' }));
    const snapshot = await test.dataSource.manager.findOneBy(TaskSnapshot, { taskId: task.id });
    expect(JSON.stringify(snapshot)).toContain(WITHOUT);
    expect(JSON.stringify(snapshot)).not.toMatch(/canary-88|bot/);
  });

  it('should leave an address alone that has none, and one that is sealed', async () => {
    const ssh = await oldRepository('ssh://git@git.example.com/site.git');
    expect(await stored(ssh.id)).toMatchObject({ gitUrl: 'ssh://git@git.example.com/site.git', secretUrl: null });
    const { id } = await oldRepository();
    const before = await stored(id);
    await start();
    expect(await stored(id)).toEqual(before);
  });

  it('should keep the credentials as long as the address stays, and send them nowhere else', async () => {
    const { id, sshKeyId, gitBranch } = await oldRepository();
    const put = (git_url: string) =>
      test.manager.put(`${repositories()}/${id}`, { name: 'x', git_url, git_branch: gitBranch, ssh_key_id: sshKeyId });
    expect((await put(WITHOUT)).status).toBe(204);
    expect((await stored(id)).secretUrl).not.toBeNull();
    expect((await put('https://evil.example.com/site.git')).status).toBe(204);
    expect((await stored(id)).secretUrl).toBeNull();
  });

  it('should seal the password of an environment, which nobody reads any more', async () => {
    const { id } = await newEnvironment(test.dataSource, { projectId: test.projectId, password: 'canary-99' });
    await start();
    const row = await test.dataSource.manager.findOneByOrFail(Environment, { id });
    expect(isSealed(row.password ?? '')).toBe(true);
    expect((await test.manager.get(`${test.base}/environment/${id}`)).json<WireEnvironment>().password).toBeNull();
    await start();
    expect(await test.dataSource.manager.findOneByOrFail(Environment, { id })).toEqual(row);
  });

  it('should seal the default of a secret question, for the job alone', async () => {
    const question = { title: 'Pin', description: '', values: [], required: false, name: 'pin' };
    const surveyVars = [
      { ...question, type: 'secret' as const, default_value: 'canary-77' },
      { ...question, name: 'zone', type: '' as const, default_value: 'eu' },
    ];
    const template = await newTemplate(test.dataSource, { projectId: test.projectId, app: 'bash', surveyVars });
    await start();
    const row = await test.dataSource.manager.findOneByOrFail(Template, { id: template.id });
    expect(JSON.stringify(row)).not.toContain('canary-77');
    expect(row.surveyVars[1]).toEqual(surveyVars[1]);
    const task = await newTask(test.dataSource, template);
    const { secret_variables } = await test.app.get(JobBuilder, { strict: false }).build(task.id);
    expect(secret_variables).toEqual({ pin: 'canary-77' });
    await start();
    expect(await test.dataSource.manager.findOneByOrFail(Template, { id: template.id })).toEqual(row);
  });
});
