import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Template as WireTemplate } from '@switchyard/contracts';
import { Task, Template, TemplateVault } from '@switchyard/database';
import {
  newAccessKey,
  newEnvironment,
  newGitRepository,
  newInventory,
  newTask,
  newTemplate,
} from '@switchyard/database/testing';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let templates: string;
let ids: { repository: number; inventory: number; environment: number; login: number; ssh: number };

beforeAll(async () => {
  test = await startProjectFixture();
  templates = `${test.base}/templates`;
  const { dataSource, projectId } = test;
  ids = {
    repository: (await newGitRepository(dataSource, { projectId, name: 'b-repository' })).id,
    inventory: (await newInventory(dataSource, { projectId })).id,
    environment: (await newEnvironment(dataSource, { projectId })).id,
    login: (await newAccessKey(dataSource, { projectId, type: 'login_password' })).id,
    ssh: (await newAccessKey(dataSource, { projectId, type: 'ssh' })).id,
  };
});
afterAll(() => test.close());

const body = (members: object = {}) => ({
  name: 'deploy web',
  app: 'ansible',
  playbook: 'site.yml',
  repository_id: ids.repository,
  inventory_id: ids.inventory,
  ...members,
});
const create = async (members: object = {}): Promise<WireTemplate> => {
  const answer = await test.manager.post(templates, body(members));
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<WireTemplate>();
};
const read = async (id: number): Promise<WireTemplate> =>
  (await test.manager.get(`${templates}/${id}`)).json<WireTemplate>();

describe('POST /templates', () => {
  it('should answer every member', async () => {
    const template = await create();
    expect(template).toEqual({
      ...body(),
      id: expect.any(Number),
      project_id: test.projectId,
      type: '',
      description: null,
      environment_id: null,
      environment_ids: [],
      view_id: null,
      git_branch: null,
      runner_tag: null,
      start_version: null,
      build_template_id: null,
      autorun: false,
      suppress_success_alerts: false,
      arguments: null,
      allow_override_args_in_task: false,
      allow_override_branch_in_task: false,
      allow_parallel_tasks: false,
      allow_any_vars_in_task: false,
      variable_patterns: [],
      timeout_minutes: 0,
      stop_grace_seconds: null,
      confirmation_role: 'task_runner',
      confirmation_by_other: false,
      pull_requests: false,
      fork_runner_tag: null,
      image: null,
      image_key_id: null,
      pull_request_apply: 'nobody',
      forge_token: 'none',
      id_tokens: [],
      survey_vars: null,
      vaults: [],
      task_params: null,
      limit: '',
      tasks: 0,
      last_task_id: null,
      last_task: null,
      drift: null,
      drifted_workspaces: 0,
      active_tasks: 0,
      vault_key_id: null,
    });
    expect(await activities(test, 1)).toEqual([`template: Template ${template.id} created`]);
  });

  it.each([
    [{ type: 'build' }, { start_version: null }, 'template_without_version'],
    [{ type: 'deploy', autorun: true }, { build_template_id: null, autorun: true }, 'template_without_build'],
  ])('should store %j, and refuse to run it with the reason', async (members, read, code) => {
    const template = await create(members);
    expect(template).toMatchObject({ ...members, ...read });
    const launch = await test.manager.post(`${test.base}/tasks`, { template_id: template.id });
    expect([launch.status, launch.json()]).toMatchObject([400, { issues: [{ path: [], code }] }]);
    const body = { name: 's', template_id: template.id, cron_format: '0 4 * * *' };
    expect((await test.manager.post(`${test.base}/schedules`, body)).status).toBe(201);
  });

  it('should keep an inventory with hosts that the app does not use, and attach it to none', async () => {
    const terraform = await create({ app: 'tofu', inventory_id: ids.inventory });
    expect(terraform.inventory_id).toBe(ids.inventory);
    const hosts = (await test.manager.get(`${test.base}/inventory/${ids.inventory}`)).json<{ template_id: null }>();
    expect(hosts.template_id).toBeNull();
  });

  it('should keep the empty app, and what is given', async () => {
    const given = {
      app: '',
      description: 'rolls out',
      git_branch: 'release',
      runner_tag: 'dmz',
      arguments: '["--flush-cache"]',
      survey_vars: [{ name: 'size', title: 'Size', type: 'int', required: true }],
      task_params: { limit: ['web'], allow_override_limit: true },
      allow_parallel_tasks: true,
      stop_grace_seconds: 900,
      confirmation_role: 'manager',
      confirmation_by_other: true,
    };
    const task_params = { ...given.task_params, unknown_member: 7, allow_debug: null };
    const template = await create({ ...given, task_params, environment_ids: [ids.environment] });
    expect(template.task_params).toEqual({ ...given.task_params, unknown_member: 7 });
    expect(template).toMatchObject({ ...given, environment_id: ids.environment, environment_ids: [ids.environment] });
  });

  it('should let a bash template do without an inventory', async () => {
    expect(await create({ app: 'bash', playbook: 'run.sh', inventory_id: null })).toMatchObject({ inventory_id: null });
  });

  it('should store vaults', async () => {
    const vaults = [
      { name: null, type: 'password', vault_key_id: ids.login },
      { name: ' Prod ', type: 'script', script: 'bin/vault-client.py' },
    ];
    const template = await create({ vaults });
    expect(template.vaults).toMatchObject([
      { name: null, type: 'password', vault_key_id: ids.login, script: null, template_id: template.id },
      { name: 'prod', type: 'script', vault_key_id: null, script: 'bin/vault-client.py' },
    ]);
  });

  it.each([
    [{ name: '' }, 'name'],
    [{ app: 'cobol' }, 'app'],
    [{ app: '../bash' }, 'app'],
    [{ playbook: '' }, 'playbook'],
    [{ playbook: '../../etc/x.yml' }, 'playbook'],
    [{ playbook: '-e@/etc/passwd' }, 'playbook'],
    [{ playbook: '/etc/x.yml' }, 'playbook'],
    [{ inventory_id: null }, 'inventory_id'],
    [{ arguments: '{"a":1}' }, 'arguments'],
    [{ arguments: '["a",1]' }, 'arguments'],
    [{ arguments: ['a'] }, 'arguments'],
    [{ git_branch: '--output=/x' }, 'git_branch'],
    [{ runner_tag: '-x y' }, 'runner_tag'],
    [{ task_params: { limit: ['@/etc/passwd'] } }, 'task_params'],
    [{ task_params: { tags: ['--x'] } }, 'task_params'],
    [{ survey_vars: [{ name: 'a', title: 'A', type: 'enum' }] }, 'survey_vars'],
    [{ vaults: [{ type: 'script', script: '../x-client' }] }, 'vaults'],
    [{ vaults: [{ type: 'password' }] }, 'vaults'],
    [{ stop_grace_seconds: 0 }, 'stop_grace_seconds'],
    [{ stop_grace_seconds: 3_601 }, 'stop_grace_seconds'],
    [{ project_id: 999_999 }, 'project_id'],
  ])('should answer 400 to %j and store nothing', async (members, word) => {
    const before = await test.dataSource.manager.count(Template);
    const answer = await test.manager.post(templates, body(members));
    expect(answer.status).toBe(400);
    expect(answer.json<{ error: string }>().error).toContain(word);
    expect(await test.dataSource.manager.count(Template)).toBe(before);
  });

  it.each(['repository_id', 'inventory_id', 'environment_id', 'build_template_id', 'vault_key_id', 'view_id'])(
    'should answer 404 when %s is of another project, and store nothing',
    async (member) => {
      const { repositoryId, inventoryId, environmentId, templateId, keyId, viewId } = test.foreign;
      const members: Record<string, object> = {
        repository_id: { repository_id: repositoryId },
        inventory_id: { inventory_id: inventoryId },
        environment_id: { environment_id: environmentId },
        build_template_id: { type: 'deploy', build_template_id: templateId },
        vault_key_id: { vaults: [{ type: 'password', vault_key_id: keyId }] },
        view_id: { view_id: viewId },
      };
      const before = await test.dataSource.manager.count(Template);
      const answer = await test.manager.post(templates, body(members[member]));
      expect(answer.status).toBe(404);
      expect(answer.json<{ error: string }>().error).toContain(member);
      expect(await test.dataSource.manager.count(Template)).toBe(before);
    },
  );

  it('should answer 400 to references of this project that do not fit', async () => {
    const { dataSource, projectId } = test;
    const workspace = await newInventory(dataSource, { projectId, type: 'terraform-workspace' });
    const plain = await create();
    for (const members of [
      { inventory_id: workspace.id },
      { type: 'deploy', build_template_id: plain.id },
      { vaults: [{ type: 'password', vault_key_id: ids.ssh }] },
    ]) {
      expect((await test.manager.post(templates, body(members))).status).toBe(400);
    }
  });
});

describe('PUT /templates/{id}', () => {
  it('should keep the ids of vaults that keep their names', async () => {
    const vault = (name: string) => ({ name, type: 'script', script: `bin/${name}-client` });
    const made = await create({ vaults: [vault('first'), vault('second')] });
    const body = { ...made, survey_vars: [], vaults: [{ ...vault('second'), script: 'other-client' }, vault('third')] };
    expect((await test.manager.put(`${templates}/${made.id}`, body)).status).toBe(204);
    const { vaults } = await read(made.id);
    expect(vaults).toMatchObject([
      { id: made.vaults[1]?.id, name: 'second', script: 'other-client' },
      { name: 'third' },
    ]);
  });

  it('should list each template with its own vaults', async () => {
    const [first, none, last] = [
      await create({ vaults: [{ name: 'first', type: 'script', script: 'bin/first-client' }] }),
      await create({}),
      await create({ vaults: [{ name: 'last', type: 'script', script: 'bin/last-client' }] }),
    ];
    const listed = (await test.manager.get(templates)).json<WireTemplate[]>();
    const vaultsOf = ({ id }: WireTemplate) => listed.find((each) => each.id === id)?.vaults.map(({ name }) => name);
    expect([first, none, last].map(vaultsOf)).toEqual([['first'], [], ['last']]);
  });

  it('should replace the whole template with its vaults', async () => {
    const { id } = await create({ description: 'old', vaults: [{ type: 'password', vault_key_id: ids.login }] });
    const answer = await test.manager.put(`${templates}/${id}`, {
      ...body({ name: 'new' }),
      id,
      project_id: test.projectId,
    });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await read(id)).toMatchObject({ name: 'new', description: null, vaults: [] });
    expect(await test.dataSource.manager.countBy(TemplateVault, { templateId: id })).toBe(0);
  });

  it('should drop what does not belong to the type', async () => {
    const build = await create({ type: 'build', start_version: '1.0.0' });
    const { id } = await create({ type: 'deploy', build_template_id: build.id, autorun: true });
    expect(await read(id)).toMatchObject({ build_template_id: build.id, autorun: true });
    const changed = body({ type: '', build_template_id: build.id, autorun: true, start_version: '2' });
    await test.manager.put(`${templates}/${id}`, changed);
    expect(await read(id)).toMatchObject({ build_template_id: null, autorun: false, start_version: null });
  });

  it('should answer 400 when a template would deploy itself, and change nothing', async () => {
    const { id } = await create({ type: 'build', start_version: '1' });
    const answer = await test.manager.put(`${templates}/${id}`, body({ type: 'deploy', build_template_id: id }));
    expect(answer.status).toBe(400);
    expect((await read(id)).type).toBe('build');
  });

  it('should change nothing when a reference is of another project', async () => {
    const { id } = await create({ vaults: [{ type: 'password', vault_key_id: ids.login }] });
    const vaults = [{ type: 'password', vault_key_id: test.foreign.keyId }];
    expect((await test.manager.put(`${templates}/${id}`, body({ name: 'x', vaults }))).status).toBe(404);
    expect(await read(id)).toMatchObject({ name: 'deploy web', vaults: [{ vault_key_id: ids.login }] });
  });
});

describe('PUT /templates/{id}/description', () => {
  it('should change the description alone', async () => {
    const { id } = await create();
    expect((await test.manager.put(`${templates}/${id}/description`, { description: 'rolls out' })).status).toBe(204);
    expect(await read(id)).toMatchObject({ name: 'deploy web', description: 'rolls out' });
    expect(await activities(test, 1)).toEqual([`template: Template ${id} description changed`]);
  });
});

describe('PUT /templates/{id}/view', () => {
  it('should move the template alone, and take it out of its view', async () => {
    const { id } = await create();
    const made = await test.manager.post(`${test.base}/views`, {
      title: 'Night',
      project_id: test.projectId,
      position: 0,
    });
    const view = made.json<{ id: number }>();
    expect((await test.manager.put(`${templates}/${id}/view`, { view_id: view.id })).status).toBe(204);
    expect(await read(id)).toMatchObject({ name: 'deploy web', view_id: view.id });
    expect(await activities(test, 1)).toEqual([`template: Template ${id} updated`]);
    expect((await test.manager.put(`${templates}/${id}/view`, { view_id: null })).status).toBe(204);
    expect(await read(id)).toMatchObject({ view_id: null });
  });

  it('should refuse a view of another project', async () => {
    const { id } = await create();
    const view = { id: test.foreign.viewId };
    expect((await test.manager.put(`${templates}/${id}/view`, { view_id: view.id })).status).toBe(404);
    expect(await read(id)).toMatchObject({ view_id: null });
  });
});

describe('GET /templates', () => {
  it('should show the last task with its build', async () => {
    const { dataSource, projectId } = test;
    const build = await newTemplate(dataSource, { projectId, type: 'build' });
    const deploy = await newTemplate(dataSource, { projectId, type: 'deploy', buildTemplateId: build.id });
    const built = await newTask(dataSource, build, { status: 'success', version: '1.4.0' });
    await newTask(dataSource, deploy, { status: 'error' });
    const task = await newTask(dataSource, deploy, { status: 'success', buildTaskId: built.id });
    const list = (await test.manager.get(templates)).json<WireTemplate[]>();
    const shown = [list.find(({ id }) => id === deploy.id), await read(deploy.id)];
    for (const template of shown) {
      const last = { id: task.id, status: 'success', tpl_alias: deploy.name, build_task: { version: '1.4.0' } };
      expect(template).toMatchObject({ last_task_id: task.id, last_task: last });
    }
  });

  it('should return the permissions of the caller in the single read', async () => {
    const { id } = await create();
    const forOwner = await test.owner.get(`${templates}/${id}`);
    expect([forOwner.json<WireTemplate>().permissions, (await read(id)).permissions]).toEqual([15, 5]);
  });

  it('should keep the templates of an app, and sort by what they use', async () => {
    const { dataSource, projectId } = test;
    const first = await newGitRepository(dataSource, { projectId, name: 'a-repository' });
    const bash = await create({ app: 'bash', name: 'zz last by name', repository_id: first.id });
    const list = async (query: string): Promise<WireTemplate[]> =>
      (await test.manager.get(`${templates}${query}`)).json<WireTemplate[]>();
    expect((await list('?app=bash')).every(({ app }) => app === 'bash')).toBe(true);
    expect((await list('?sort=repository'))[0]?.id).toBe(bash.id);
    expect((await list('?sort=name&order=desc'))[0]?.id).toBe(bash.id);
  });
});

describe('DELETE /templates/{id}', () => {
  it('should take its tasks along, those that run too', async () => {
    const { id } = await create();
    const template = await test.dataSource.manager.findOneByOrFail(Template, { id });
    await newTask(test.dataSource, template, { status: 'success' });
    await newTask(test.dataSource, template, { status: 'waiting' });
    expect((await test.manager.delete(`${templates}/${id}`)).status).toBe(204);
    expect(await test.dataSource.manager.countBy(Task, { templateId: id })).toBe(0);
    expect((await test.manager.get(`${templates}/${id}`)).status).toBe(404);
  });

  it('should name the deploys of a build, which then lose it', async () => {
    const build = await create({ type: 'build', start_version: '1' });
    const deploy = await create({ name: 'uses it', type: 'deploy', build_template_id: build.id });
    const refs = (await test.manager.get(`${templates}/${build.id}/refs`)).json<{ templates: object[] }>();
    expect(refs.templates).toEqual([{ id: deploy.id, name: 'uses it' }]);
    await test.manager.delete(`${templates}/${build.id}`);
    expect((await read(deploy.id)).build_template_id).toBeNull();
  });
});

describe('ID tokens of a template', () => {
  const idTokens = [{ variable: 'VAULT_ID_TOKEN', audience: 'https://vault.example' }];

  it('should be refused by a server that has no public address, and may be removed there', async () => {
    const refused = { status: 400, issues: [{ path: ['id_tokens'], code: 'id_tokens_no_address' }] };
    const answer = await test.manager.post(templates, body({ id_tokens: idTokens }));
    expect({ status: answer.status, ...answer.json<object>() }).toMatchObject(refused);
    const { id } = await create();
    await test.dataSource.manager.update(Template, { id }, { idTokens });
    const same = await read(id);
    const change = await test.manager.put(`${templates}/${id}`, same);
    expect({ status: change.status, ...change.json<object>() }).toMatchObject(refused);
    expect((await test.manager.put(`${templates}/${id}`, { ...same, id_tokens: [] })).status).toBe(204);
    expect((await read(id)).id_tokens).toEqual([]);
  });
});
