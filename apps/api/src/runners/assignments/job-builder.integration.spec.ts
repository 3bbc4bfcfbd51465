import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EnvironmentSecret, Integration, InventoryContent, TaskSnapshot, TemplateVault } from '@switchyard/database';
import {
  newAccessKey,
  newEnvironment,
  newGitRepository,
  newInventory,
  newTask,
  newTemplate,
  newUser,
} from '@switchyard/database/testing';
import { SecretBox } from '@switchyard/server';
import { EntityNotFoundError } from 'typeorm';
import { sealEnvironmentSecret } from '../../resources/environments/stored-secret.js';
import { sealCredential } from '../../resources/keys/stored-credential.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';
import { JobBuilder } from './job-builder.js';

/** Jobs that are built at the same moment share what they read and write; none may notice. */
describe(JobBuilder.name, () => {
  let test: ProjectFixture;
  let builder: JobBuilder;
  let box: SecretBox;
  beforeAll(async () => {
    test = await startProjectFixture();
    builder = test.app.get(JobBuilder, { strict: false });
    box = test.app.get(SecretBox);
  });
  afterAll(() => test.close());

  const inProject = <T extends object>(row: T) => ({ projectId: test.projectId, ...row });
  const stored = (name: string) => ({ type: 'login_password', login: name, password: `password of ${name}` }) as const;
  const login = (name: string) => ({ ...stored(name), key_name: name });
  const rowsOf = (taskId: number) => test.dataSource.manager.findOneBy(TaskSnapshot, { taskId });

  async function key(name: string): Promise<number> {
    const { id } = await newAccessKey(test.dataSource, inProject({ name, type: 'login_password' as const }));
    await test.dataSource.query('update access_key set secret = $2 where id = $1', [
      id,
      sealCredential(box, id, stored(name)),
    ]);
    return id;
  }

  /** An ansible template with everything that a job may have, all named after it. */
  async function furnished(name: string) {
    const { dataSource } = test;
    const repository = await newGitRepository(dataSource, inProject({ gitUrl: `/${name}`, sshKeyId: await key(name) }));
    const inventory = await newInventory(dataSource, inProject({ inventory: name, sshKeyId: await key(`i ${name}`) }));
    const environment = await newEnvironment(
      dataSource,
      inProject({ name: `group ${name}`, json: `{"from":"${name}"}` }),
    );
    const secret = await dataSource.manager.save(EnvironmentSecret, {
      environmentId: environment.id,
      type: 'env',
      name: 'SECRET',
      secret: '',
    });
    const sealed = sealEnvironmentSecret(box, secret.id, `secret of ${name}`);
    await dataSource.manager.update(EnvironmentSecret, { id: secret.id }, { secret: sealed });
    const template = await newTemplate(
      dataSource,
      inProject({
        name,
        app: 'ansible',
        repositoryId: repository.id,
        inventoryId: inventory.id,
        environmentId: environment.id,
        taskParams: { allow_override_inventory: true },
      }),
    );
    const vault = { templateId: template.id, projectId: test.projectId, type: 'password' } as const;
    for (const vaultName of ['b', 'a']) {
      await dataSource.manager.save(TemplateVault, { ...vault, name: vaultName, vaultKeyId: await key(vaultName) });
    }
    return template;
  }

  it('should build each of many jobs from its own rows', async () => {
    const [one, two] = [await furnished('one'), await furnished('two')];
    const { id: userId, username } = await newUser(test.dataSource);
    const other = await newInventory(
      test.dataSource,
      inProject({ inventory: 'other', becomeKeyId: await key('root') }),
    );
    const bash = await newTemplate(test.dataSource, inProject({ app: 'bash', stopGraceSeconds: 30, image: 'alpine' }));
    const tasks = [
      await newTask(test.dataSource, one, { userId, environment: '{"own":1}' }),
      await newTask(test.dataSource, two),
      await newTask(test.dataSource, one, { inventoryId: other.id }),
      await newTask(test.dataSource, bash),
    ];
    const jobs = await Promise.all([...tasks, ...tasks].map(({ id }) => builder.build(id)));
    const own = (name: string) => ({
      template_name: name,
      repository: { url: `/${name}`, key: login(name) },
      inventory: { content: name, ssh_key: login(`i ${name}`), become_key: { type: 'none' } },
      variables: { from: name },
      secret_env: { SECRET: `secret of ${name}` },
      secret_origin: { group: `group ${name}`, answers: [] },
      vaults: [
        { name: 'b', password: 'password of b', key_name: 'b' },
        { name: 'a', password: 'password of a', key_name: 'a' },
      ],
    });
    const expected = [
      { ...own('one'), variables: { from: 'one', own: 1 }, details: { username } },
      { ...own('two'), stop_grace_seconds: null, details: { username: '' } },
      { ...own('one'), inventory: { content: 'other', ssh_key: { type: 'none' }, become_key: login('root') } },
      {
        app: 'bash',
        inventory: null,
        stop_grace_seconds: 30,
        image: 'alpine',
        variables: {},
        secret_env: {},
        vaults: [],
      },
    ].map((job, i) => ({ ...job, task_id: tasks[i]?.id }));
    expect(jobs).toMatchObject([...expected, ...expected]);
  });

  it('should name the reference of a pull request whatever the template lets others choose, and exactly that runs', async () => {
    const template = await newTemplate(test.dataSource, inProject({ app: 'bash', allowOverrideBranchInTask: false }));
    const launched = { gitBranch: 'refs/pull/8/head', commitHash: 'a'.repeat(40) };
    const pullRequest = { number: 8, title: 't', url: null, fork: true };
    const [of, other] = [
      await newTask(test.dataSource, template, { ...launched, pullRequest }),
      await newTask(test.dataSource, template, launched),
    ];
    const jobs = await Promise.all([of, other].map(({ id }) => builder.build(id)));
    expect(jobs.map(({ repository: { branch, is_exact } }) => [branch, is_exact])).toEqual([
      ['refs/pull/8/head', true],
      ['main', false],
    ]);
  });

  it('should want a commit that a sender names on a branch, but for that of a pull request', async () => {
    const template = await newTemplate(test.dataSource, inProject({ app: 'bash', allowOverrideBranchInTask: true }));
    const row = { projectId: test.projectId, templateId: template.id, name: 'Pushes' };
    const { id: integrationId } = await test.dataSource.manager.save(Integration, row);
    const pullRequest = { number: 8, title: 't', url: null, fork: true };
    const sent = { integrationId, commitHash: 'a'.repeat(40) };
    const ofPull = { gitBranch: 'refs/pull/8/head' };
    const tasks = [
      await newTask(test.dataSource, template, sent),
      await newTask(test.dataSource, template, { ...sent, gitBranch: 'main' }),
      await newTask(test.dataSource, template, { ...sent, ...ofPull }),
      await newTask(test.dataSource, template, { ...sent, ...ofPull, pullRequest }),
      await newTask(test.dataSource, template, { ...sent, pullRequest: { ...pullRequest, fork: false } }),
      await newTask(test.dataSource, template, { commitHash: sent.commitHash }),
    ];
    const jobs = await Promise.all(tasks.map(({ id }) => builder.build(id)));
    expect(jobs.map(({ repository }) => repository.is_on_branch)).toEqual([true, true, false, false, false, false]);
  });

  it('should keep a snapshot for each, and the text of an inventory once', async () => {
    const template = await furnished('three');
    const tasks = [await newTask(test.dataSource, template), await newTask(test.dataSource, template)];
    const plain = await newTask(test.dataSource, await newTemplate(test.dataSource, inProject({ app: 'bash' })));
    await Promise.all([...tasks, plain, ...tasks].map(({ id }) => builder.build(id)));
    const [first, second] = await Promise.all(tasks.map(({ id }) => rowsOf(id)));
    expect(first).toMatchObject({ projectId: test.projectId, snapshot: { variables: { from: 'three' } } });
    expect(first?.inventorySha256).toMatch(/^[0-9a-f]{64}$/);
    expect(second).toEqual({ ...first, taskId: tasks[1]?.id });
    expect(await rowsOf(plain.id)).toMatchObject({ inventorySha256: null, snapshot: { inventory: null } });
    const contents = await test.dataSource.manager.findBy(InventoryContent, { content: 'three' });
    expect(contents).toMatchObject([{ projectId: test.projectId, sha256: first?.inventorySha256 }]);
  });

  it('should write the snapshot again when the job is built again', async () => {
    const template = await furnished('four');
    const { id } = await newTask(test.dataSource, template);
    await builder.build(id);
    await test.dataSource.query(`update inventory set inventory = 'changed' where id = $1`, [template.inventoryId]);
    await test.dataSource.query(`update environment set json = '{"now":"new"}' where id = $1`, [
      template.environmentId,
    ]);
    expect(await builder.build(id)).toMatchObject({ inventory: { content: 'changed' }, variables: { now: 'new' } });
    const row = await rowsOf(id);
    expect(row?.snapshot['variables']).toEqual({ now: 'new' });
    const texts = await test.dataSource.manager.findBy(InventoryContent, { sha256: row?.inventorySha256 ?? '' });
    expect(texts).toMatchObject([{ content: 'changed' }]);
  });

  it('should fail those alone that are unknown or whose secrets cannot be read', async () => {
    const [good, bad] = [await furnished('five'), await furnished('six')];
    await test.dataSource.query(
      `update access_key set secret = 'damaged' where id = (
      select ssh_key_id from git_repository where id = $1)`,
      [bad.repositoryId],
    );
    const tasks = [await newTask(test.dataSource, bad), await newTask(test.dataSource, good)];
    const built = await Promise.allSettled([0, ...tasks.map(({ id }) => id)].map((id) => builder.build(id)));
    expect(built).toMatchObject([
      { status: 'rejected', reason: expect.any(EntityNotFoundError) },
      { status: 'rejected', reason: expect.not.objectContaining({ name: 'EntityNotFoundError' }) },
      { status: 'fulfilled', value: { template_name: 'five' } },
    ]);
  });
});
