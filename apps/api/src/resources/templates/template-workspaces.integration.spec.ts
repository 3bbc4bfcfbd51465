import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Inventory, Template } from '@switchyard/contracts';
import { newGitRepository, newInventory } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let repositoryId: number;

beforeAll(async () => {
  test = await startProjectFixture();
  repositoryId = (await newGitRepository(test.dataSource, { projectId: test.projectId })).id;
});
afterAll(() => test.close());

const post = (members: object = {}) =>
  test.manager.post(`${test.base}/templates`, { name: 'T', app: 'terraform', repository_id: repositoryId, ...members });
const template = async (members: object = {}): Promise<Template> => {
  const answer = await post(members);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<Template>();
};
const workspace = async (name = 'prod') => {
  const row = { projectId: test.projectId, name, type: 'terraform-workspace', inventory: name } as const;
  return (await newInventory(test.dataSource, row)).id;
};
const read = async (id: number) => (await test.manager.get(`${test.base}/inventory/${id}`)).json<Inventory>();
const defaultOf = async (id: number) =>
  (await test.manager.get(`${test.base}/templates/${id}`)).json<Template>().inventory_id;
const act = async (templateId: number, inventoryId: number, verb: string) => {
  const answer = await test.manager.post(`${test.base}/templates/${templateId}/inventory/${inventoryId}/${verb}`);
  return answer.status === 204 ? 204 : [answer.status, answer.json<{ code: string }>().code];
};

describe('a new template of the Terraform family', () => {
  it.each([
    ['terraform', 'terraform-workspace'],
    ['tofu', 'tofu-workspace'],
    ['terragrunt', 'terraform-workspace'],
  ])('should be given a default workspace: %s', async (app, type) => {
    const { id, inventory_id } = await template({ app });
    const made = { name: 'default', inventory: 'default', type, template_id: id };
    expect(await read(inventory_id ?? 0)).toMatchObject(made);
    const listed = await test.manager.get(`${test.base}/inventory?app=${app}&template_id=${id}`);
    expect(listed.json<Inventory[]>().map((each) => each.id)).toEqual([inventory_id]);
  });

  it('should be attached the workspace that it names; others may use it, which its holder keeps', async () => {
    const inventory_id = await workspace();
    const { id } = await template({ inventory_id });
    const other = await template({ inventory_id });
    expect([(await read(inventory_id)).template_id, other.inventory_id]).toEqual([id, inventory_id]);
    const run = await test.manager.post(`${test.base}/tasks`, { template_id: other.id });
    expect(run.status).toBe(201);
    expect((await test.manager.delete(`${test.base}/templates/${id}`)).status).toBe(204);
    expect(await defaultOf(other.id)).toBe(inventory_id);
  });
});

describe('the workspaces of a template', () => {
  it('should be attached, made default and detached', async () => {
    const { id } = await template();
    const other = await workspace('staging');
    expect(await act(id, other, 'attach')).toBe(204);
    expect((await read(other)).template_id).toBe(id);
    expect(await act(id, other, 'set_default')).toBe(204);
    expect(await defaultOf(id)).toBe(other);
    expect(await act(id, other, 'detach')).toBe(204);
    expect([(await read(other)).template_id, await defaultOf(id)]).toEqual([null, null]);
  });

  it('should be refused when they are not its own, or no workspaces', async () => {
    const [one, two] = [await template(), await template()];
    const others = two.inventory_id ?? 0;
    expect(await act(one.id, others, 'attach')).toEqual([400, 'workspace_of_other']);
    expect(await act(one.id, others, 'set_default')).toEqual([400, 'workspace_not_attached']);
    expect(await act(one.id, others, 'detach')).toEqual([400, 'workspace_not_attached']);
    const { id: hosts } = await newInventory(test.dataSource, { projectId: test.projectId, type: 'static' });
    expect(await act(one.id, hosts, 'attach')).toEqual([400, 'inventory_type']);
    const task_params = { allow_override_inventory: true };
    const free = await template({ task_params });
    const user = await template({ task_params, inventory_id: others });
    const launch = ({ id: template_id }: Template, inventory_id: number) =>
      test.manager.post(`${test.base}/tasks`, { template_id, inventory_id });
    expect((await launch(free, others)).text).toContain('workspace_of_other');
    expect((await launch(user, others)).status).toBe(201);
    expect((await launch(free, await workspace())).status).toBe(201);
  });
});
