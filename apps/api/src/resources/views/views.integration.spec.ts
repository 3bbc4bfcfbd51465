import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Template, View as WireView } from '@switchyard/contracts';
import { View } from '@switchyard/database';
import { newTemplate } from '@switchyard/database/testing';
import { activities, startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;
let views: string;

beforeAll(async () => {
  test = await startProjectFixture();
  views = `${test.base}/views`;
});
afterAll(() => test.close());
beforeEach(() => test.dataSource.manager.delete(View, { projectId: test.projectId }));

const create = async (title: string, position = 0): Promise<number> =>
  (await test.manager.post(views, { title, position })).json<WireView>().id;
const titles = async (): Promise<string[]> =>
  (await test.manager.get(views)).json<WireView[]>().map(({ title }) => title);

describe('the calls of views', () => {
  it('should create, read, change and list by position', async () => {
    const made = await test.manager.post(views, { project_id: test.projectId, title: ' Deploy ', position: 2 });
    const rest = { hidden: false, type: '', sort_column: '', sort_reverse: false };
    const view = { id: expect.any(Number), project_id: test.projectId, title: 'Deploy', position: 2, ...rest };
    expect([made.status, made.json()]).toEqual([201, view]);
    const { id } = made.json<WireView>();
    await create('Later', 10);
    await create('First', -1);
    expect(await titles()).toEqual(['First', 'Deploy', 'Later']);
    const body = { id, project_id: test.projectId, title: 'Roll out', position: 20 };
    const changed = await test.manager.put(`${views}/${id}`, body);
    expect([changed.status, changed.text]).toEqual([204, '']);
    expect((await test.manager.get(`${views}/${id}`)).json()).toEqual({ ...body, ...rest });
    const kept = { hidden: true, type: 'custom', sort_column: 'name', sort_reverse: true };
    await test.manager.put(`${views}/${id}`, { ...body, ...kept });
    await test.manager.put(`${views}/${id}`, body);
    expect((await test.manager.get(`${views}/${id}`)).json()).toEqual({ ...body, ...kept });
    await test.manager.put(`${views}/${id}`, { ...body, ...rest });
    expect(await titles()).toEqual(['First', 'Later', 'Roll out']);
    expect((await activities(test, 4)).at(0)).toBe('view: View Roll out updated');
  });

  it.each([
    { title: '' },
    { title: '   ' },
    { title: 'a\u202eb' },
    { title: 'x'.repeat(256) },
    { position: 1.5 },
    { position: 2 ** 31 },
    { project_id: 999_999 },
  ])('should answer 400 to %j and store nothing', async (members) => {
    const answer = await test.manager.post(views, { title: 'v', position: 1, ...members });
    expect(answer.status).toBe(400);
    expect(await titles()).toEqual([]);
  });
});

describe('templates of a view', () => {
  it('should be listed under it, and stay without one when it is deleted', async () => {
    const { dataSource, projectId } = test;
    const viewId = await create('Deploy');
    const template = await newTemplate(dataSource, { projectId, viewId, app: '' });
    await newTemplate(dataSource, { projectId, app: 'bash' });
    const listed = async (query = '') =>
      (await test.manager.get(`${views}/${viewId}/templates${query}`)).json<Template[]>().map(({ id }) => id);
    expect(await listed()).toEqual([template.id]);
    expect([await listed('?app=ansible'), await listed('?app=bash')]).toEqual([[template.id], []]);
    expect((await test.manager.delete(`${views}/${viewId}`)).status).toBe(204);
    const { view_id } = (await test.manager.get(`${test.base}/templates/${template.id}`)).json<Template>();
    expect(view_id).toBeNull();
    expect((await test.manager.get(`${views}/${viewId}/templates`)).status).toBe(404);
  });
});

describe('POST /views/positions', () => {
  it('should move the views it names, and those of this project alone', async () => {
    const [one, two, three] = [await create('one', 1), await create('two', 2), await create('three', 3)];
    const foreign = await test.dataSource.manager.findOneByOrFail(View, { id: test.foreign.viewId });
    const positions = { [three]: 1, [one]: 2, [two]: 2, [foreign.id]: 9, '99999': 4, 'no id': 1 };
    const answer = await test.manager.post(`${views}/positions`, positions);
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(await titles()).toEqual(['three', 'one', 'two']);
    expect(await test.dataSource.manager.findOneBy(View, { id: foreign.id })).toEqual(foreign);
    expect(await activities(test, 2)).toEqual(['view: Views reordered', 'view: View three created']);
    const audited = await test.dataSource.query<{ object_id: string }[]>(
      `select object_id, before, after from audit where action = 'views.order' order by object_id::int`,
    );
    expect(audited).toEqual([
      { object_id: String(one), before: { position: 1 }, after: { position: 2 } },
      { object_id: String(three), before: { position: 3 }, after: { position: 1 } },
    ]);
  });

  it('should take an empty body, and refuse what is no position', async () => {
    const id = await create('one', 1);
    expect((await test.manager.post(`${views}/positions`, {})).status).toBe(204);
    expect((await test.manager.post(`${views}/positions`, { [id]: 'first' })).status).toBe(400);
  });
});
