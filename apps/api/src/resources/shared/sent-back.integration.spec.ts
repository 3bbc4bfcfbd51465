import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Environment, Inventory, Project, Runner, Template } from '@switchyard/contracts';
import { newEnvironment, newGitRepository, newTemplate } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

/** Clients send back what they got, with the one member changed that they know. */
let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

async function created<T>(path: string, body: object): Promise<T> {
  const answer = await test.admin.post(path, body);
  expect([answer.status, answer.text]).toEqual([201, expect.any(String)]);
  return answer.json<T>();
}

/** The object after a PUT of what was read, with these members changed. */
async function edited<T extends { id: number }>(path: string, id: number, members: object): Promise<T> {
  const read = async (): Promise<T> => (await test.admin.get(`${path}/${id}`)).json<T>();
  const answer = await test.admin.put(`${path}/${id}`, { ...(await read()), ...members });
  expect([answer.status, answer.text]).toEqual([204, '']);
  return read();
}

describe('a template that comes back', () => {
  let path: string;
  let environments: number[];
  let template: Template;

  beforeAll(async () => {
    const { dataSource, projectId, base } = test;
    path = `${base}/templates`;
    environments = [
      (await newEnvironment(dataSource, { projectId })).id,
      (await newEnvironment(dataSource, { projectId })).id,
    ];
    const repository_id = (await newGitRepository(dataSource, { projectId })).id;
    template = await created(path, {
      name: 't',
      app: 'bash',
      playbook: 'x.sh',
      repository_id,
      id: 0,
      environment_id: environments[0],
    });
  });

  it('should be unchanged', async () => {
    const { permissions: _, ...read } = await edited<Template>(path, template.id, {});
    expect(read).toEqual(template);
    expect(read).toMatchObject({ description: null, survey_vars: null, environment_ids: [environments[0]] });
  });

  it('should take the environment from the member that was edited', async () => {
    const [first, second] = environments;
    const changes: [object, number | null][] = [
      [{ environment_id: second }, second ?? 0],
      [{ environment_id: null }, null],
      [{ environment_id: first }, first ?? 0],
      [{ environment_ids: [second] }, second ?? 0],
      [{ environment_ids: [] }, null],
      [{ environment_ids: [first], environment_id: second }, first ?? 0],
    ];
    for (const [members, environment_id] of changes) {
      expect(await edited<Template>(path, template.id, members)).toMatchObject({ environment_id });
    }
  });
});

describe('an inventory that comes back', () => {
  it('should take its template from the member that was edited', async () => {
    const { dataSource, projectId, base } = test;
    const path = `${base}/inventory`;
    const [first, second] = [
      await newTemplate(dataSource, { projectId, app: 'terraform' }),
      await newTemplate(dataSource, { projectId, app: 'terraform' }),
    ];
    const body = { name: 'w', type: 'terraform-workspace', inventory: 'w', template_id: first.id };
    const { id } = await created<Inventory>(path, body);
    const changes: [object, number | null][] = [
      [{ holder_id: second.id }, second.id],
      [{ template_id: first.id }, first.id],
      [{ template_id: null }, null],
      [{ holder_id: second.id }, second.id],
      [{ holder_id: null }, null],
    ];
    for (const [members, template_id] of changes) {
      expect(await edited<Inventory>(path, id, members)).toMatchObject({ template_id, holder_id: template_id });
    }
  });
});

describe('a runner that comes back', () => {
  it('should take its tags from the member that was edited', async () => {
    const { id } = await created<Runner>('/api/runners', { name: 'r', tag: 'a', tags: [] });
    const changes: [object, string[]][] = [
      [{ tag: 'b' }, ['b']],
      [{ tags: ['c', 'd'] }, ['c', 'd']],
      [{}, ['c', 'd']],
      [{ tag: null }, []],
      [{ tag: 'e' }, ['e']],
      [{ tag: '' }, []],
    ];
    for (const [members, tags] of changes) {
      expect(await edited<Runner>('/api/runners', id, members)).toMatchObject({ tags, tag: tags[0] ?? '' });
    }
  });
});

describe('an environment that comes back', () => {
  it('should keep its variables null when none were ever set', async () => {
    const path = `${test.base}/environment`;
    const { id, env } = await created<Environment>(path, { name: 'e', json: '{}', env: null });
    expect([env, (await edited<Environment>(path, id, { name: 'f' })).env]).toEqual([null, null]);
    expect(await edited<Environment>(path, id, { env: '{}' })).toMatchObject({ env: '{}' });
  });
});

describe('a project that comes back', () => {
  it.each([{ type: 'premium' }, { type: 'of another product' }, { type: null }, { type: 7 }])(
    'should keep its type whatever is sent: %j',
    async (members) => {
      const { id } = await created<Project>('/api/projects', { name: 'p' });
      expect(await edited<Project>('/api/project', id, members)).toMatchObject({ type: '' });
    },
  );

  it('should take an empty number for 0', async () => {
    const { id } = await created<Project>('/api/projects', { name: 'p', max_parallel_tasks: '' });
    await edited<Project>('/api/project', id, { max_parallel_tasks: 3 });
    expect(await edited<Project>('/api/project', id, { max_parallel_tasks: '' })).toMatchObject({
      max_parallel_tasks: 0,
    });
  });
});
