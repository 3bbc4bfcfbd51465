import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Inventory as WireInventory } from '@switchyard/contracts';
import { Inventory } from '@switchyard/database';
import { newAccessKey, newGitRepository, newTemplate } from '@switchyard/database/testing';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let inventories: string;

beforeAll(async () => {
  test = await startProjectFixture();
  inventories = `${test.base}/inventory`;
});
afterAll(() => test.close());

const body = (members: object = {}) => ({ name: 'hosts', type: 'static', inventory: 'web1\nweb2', ...members });
const create = async (members: object = {}): Promise<WireInventory> => {
  const answer = await test.manager.post(inventories, body(members));
  expect(answer.status).toBe(201);
  return answer.json<WireInventory>();
};

describe('POST /inventory', () => {
  it('should answer every member, the absent ones as null', async () => {
    expect(await create()).toEqual({
      id: expect.any(Number),
      project_id: test.projectId,
      ...body(),
      ssh_key_id: null,
      become_key_id: null,
      repository_id: null,
      template_id: null,
      holder_id: null,
      runner_tag: null,
    });
    expect(await activities(test, 1)).toEqual(['inventory: Inventory hosts created']);
  });

  it('should take 0 for no reference, and both names of the owning template', async () => {
    const { projectId, dataSource } = test;
    const template = await newTemplate(dataSource, { projectId, app: 'ansible' });
    const references = { ssh_key_id: 0, become_key_id: 0, repository_id: 0 };
    const inventory = await create({ ...references, holder_id: template.id });
    expect(inventory).toMatchObject({ ssh_key_id: null, template_id: template.id, holder_id: template.id });
  });

  it.each(['ssh_key_id', 'become_key_id', 'repository_id', 'template_id'])(
    'should answer 404 when %s is of another project, and store nothing',
    async (member) => {
      const { keyId, repositoryId, templateId } = test.foreign;
      const foreign = { ssh_key_id: keyId, become_key_id: keyId, repository_id: repositoryId, template_id: templateId };
      const before = await test.dataSource.manager.count(Inventory);
      const answer = await test.manager.post(inventories, body({ [member]: foreign[member as keyof typeof foreign] }));
      expect(answer.status).toBe(404);
      expect(answer.json<{ error: string }>().error).toContain(member);
      expect(await test.dataSource.manager.count(Inventory)).toBe(before);
    },
  );

  it('should answer 400 when the app of the template takes no inventory of the type', async () => {
    const { projectId, dataSource } = test;
    const bash = await newTemplate(dataSource, { projectId, app: 'bash' });
    const terraform = await newTemplate(dataSource, { projectId, app: 'terraform' });
    const { id } = await create();
    for (const template_id of [bash.id, terraform.id]) {
      const answers = [
        await test.manager.post(inventories, body({ template_id })),
        await test.manager.put(`${inventories}/${id}`, body({ template_id })),
      ];
      expect(answers.map(({ status }) => status)).toEqual([400, 400]);
      expect(answers[0]?.json<{ error: string }>().error).toContain('template_id');
    }
    await create({ type: 'terraform-workspace', inventory: 'default', template_id: terraform.id });
  });

  it('should answer 400 to another become key than a login with password, but keep one that is stored', async () => {
    const { projectId, dataSource } = test;
    const ssh = await newAccessKey(dataSource, { projectId, type: 'ssh' });
    const login = await newAccessKey(dataSource, { projectId, type: 'login_password' });
    const refused = await test.manager.post(inventories, body({ become_key_id: ssh.id }));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('become_key_id')]);
    const { id } = await create({ become_key_id: login.id });
    const put = async (members: object): Promise<number> =>
      (await test.manager.put(`${inventories}/${id}`, body(members))).status;
    expect(await put({ become_key_id: ssh.id })).toBe(400);
    await dataSource.manager.update(Inventory, { id }, { becomeKeyId: ssh.id });
    expect(await put({ name: 'renamed', become_key_id: ssh.id })).toBe(204);
  });

  it.each([
    { name: '' },
    { type: 'dynamic' },
    { type: 'file', inventory: '' },
    { type: 'file', inventory: '../../etc/hosts' },
    { type: 'file', inventory: '/etc/hosts' },
    { type: 'file', inventory: '-e@/etc/passwd' },
    { type: 'file', inventory: 'a\\b' },
    { inventory: { all: {} } },
    { runner_tag: 'a b' },
    { project_id: 999_999 },
  ])('should answer 400 to %j', async (members) => {
    expect((await test.manager.post(inventories, body(members))).status).toBe(400);
  });
});

describe('GET /inventory', () => {
  it('should keep the types of an app, and attached inventories apart', async () => {
    const template = await newTemplate(test.dataSource, { projectId: test.projectId, app: '' });
    const attached = await create({ name: 'attached', template_id: template.id });
    const workspace = await create({ name: 'workspace', type: 'terraform-workspace', inventory: 'default' });
    const ids = async (query: string): Promise<number[]> =>
      (await test.manager.get(`${inventories}${query}`)).json<WireInventory[]>().map(({ id }) => id);
    expect(await ids('')).not.toContain(attached.id);
    expect(await ids(`?template_id=${template.id}`)).toEqual([attached.id]);
    expect(await ids('?app=terraform')).toEqual([workspace.id]);
    expect(await ids('?app=ansible')).not.toContain(workspace.id);
    expect(await ids('?app=bash')).toEqual([]);
    expect(await ids(`?template_id=${test.foreign.templateId}`)).toEqual([]);
  });
});

describe('GET /inventory?app', () => {
  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'valueOf'])(
    'should list nothing for an app named %s',
    async (app) => {
      const answer = await test.manager.get(`${inventories}?app=${app}`);
      expect([answer.status, answer.json()]).toEqual([200, []]);
    },
  );
});

describe('PUT and DELETE /inventory/{id}', () => {
  it('should replace the whole inventory: what is missing becomes empty', async () => {
    const { projectId, dataSource } = test;
    const key = await newAccessKey(dataSource, { projectId });
    const repository = await newGitRepository(dataSource, { projectId });
    const { id } = await create({ ssh_key_id: key.id, repository_id: repository.id, runner_tag: 'dmz' });
    const answer = await test.manager.put(`${inventories}/${id}`, {
      id,
      name: 'file',
      type: 'file',
      inventory: 'hosts.ini',
    });
    expect(answer.status).toBe(204);
    const read = (await test.manager.get(`${inventories}/${id}`)).json<WireInventory>();
    expect(read).toMatchObject({
      name: 'file',
      inventory: 'hosts.ini',
      ssh_key_id: null,
      repository_id: null,
      runner_tag: null,
    });
  });

  it('should refuse to delete what a template uses', async () => {
    const { id } = await create();
    const template = await newTemplate(test.dataSource, { projectId: test.projectId, inventoryId: id });
    const refs = (await test.manager.get(`${inventories}/${id}/refs`)).json<{ templates: object[] }>();
    expect(refs.templates).toEqual([{ id: template.id, name: template.name }]);
    const answer = await test.manager.delete(`${inventories}/${id}`);
    expect([answer.status, answer.json<{ inUse: boolean }>().inUse]).toEqual([400, true]);
  });
});

describe('the name of a stack', () => {
  it('should leave stacks with a slash in the name to Pulumi', async () => {
    const { projectId, dataSource, manager } = test;
    const stack = { name: 'stack', type: 'terraform-workspace', inventory: 'acme/shop/dev' };
    const { id: inventoryId } = await create(stack);
    const { id: pulumi } = await newTemplate(dataSource, { projectId, app: 'pulumi', inventoryId });
    const { id: terraform } = await newTemplate(dataSource, { projectId, app: 'terraform' });
    const launched = await manager.post(`/api/project/${projectId}/tasks`, { template_id: pulumi });
    const attached = await manager.post(
      `/api/project/${projectId}/templates/${terraform}/inventory/${inventoryId}/attach`,
      {},
    );
    const params = { allow_override_inventory: true };
    const { id: free } = await newTemplate(dataSource, { projectId, app: 'terraform', taskParams: params });
    const other = await manager.post(`/api/project/${projectId}/tasks`, {
      template_id: free,
      inventory_id: inventoryId,
    });
    const created = await manager.post(inventories, body({ ...stack, template_id: terraform }));
    expect([launched, attached, other, created].map(({ status }) => status)).toEqual([201, 400, 400, 400]);
    for (const { text } of [attached, other, created]) {
      expect(text).toContain('only Pulumi');
    }
  });
});
