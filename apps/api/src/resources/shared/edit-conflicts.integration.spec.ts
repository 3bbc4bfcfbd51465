import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { EnvironmentSecret } from '@switchyard/database';
import { filledProject, type ObjectIds, validBodies } from '../../testing/filled-project.js';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';
import { RESOURCES } from '../../definitions/all-resources.js';

let test: ProjectFixture;
let ids: ObjectIds;

beforeAll(async () => {
  test = await startProjectFixture();
  ids = await filledProject(test.dataSource);
});
afterAll(() => test.close());

const kinds = [...RESOURCES.map(({ noun, path }) => ({ noun, path })), { noun: 'runner', path: 'runners' }];
const pathOf = (noun: string, path: string): string =>
  `/api/project/${ids.projectId}${path && `/${path}/${Object.entries(ids).find(([name]) => name === `${noun}Id`)?.[1]}`}`;

const tagOf = async (url: string): Promise<string> => String((await test.admin.get(url)).headers.etag);
const save = (url: string, tag: string | null, body: object) =>
  (tag === null ? test.admin : test.admin.with({ 'if-match': tag })).put(url, body);

describe.each([...kinds, { noun: 'project', path: '' }])('PUT of a $noun', ({ noun, path }) => {
  const bodyOf = (name: string): object => ({
    ...(validBodies(ids)[path] ?? {}),
    ...(noun === 'view' ? { title: name } : { name }),
  });

  it('should refuse a change of a state that somebody else has changed, and change nothing', async () => {
    const url = pathOf(noun, path);
    expect((await save(url, null, bodyOf('before'))).status).toBe(204);
    const tag = await tagOf(url);
    expect(await tagOf(url)).toBe(tag);
    expect((await save(url, tag, bodyOf('of the first'))).status).toBe(204);
    const refused = await save(url, tag, bodyOf('of the second'));
    expect([refused.status, refused.json()]).toEqual([412, expect.objectContaining({ code: 'changed_since_read' })]);
    expect((await test.admin.get(url)).text).toContain('"of the first"');
    expect((await save(url, await tagOf(url), bodyOf('of the second'))).status).toBe(204);
  });

  it('should accept one of two changes of the same state at the same time', async () => {
    const url = pathOf(noun, path);
    const tag = await tagOf(url);
    const answers = await Promise.all(['one', 'other'].map((name) => save(url, tag, bodyOf(name))));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 412]);
  });

  it('should accept the change of a client that names no state', async () => {
    expect((await save(pathOf(noun, path), null, bodyOf('later'))).status).toBe(204);
  });
});

describe('the state of a variable group', () => {
  it('should change with its secrets, also when only a value is replaced', async () => {
    const url = pathOf('environment', 'environment');
    const body = (operation: string, id?: number): object => ({
      name: 'e',
      json: '{}',
      secrets: [{ ...(id && { id }), type: 'env', name: 'TOKEN', secret: `of ${operation}`, operation }],
    });
    const first = await tagOf(url);
    await save(url, null, body('create'));
    const second = await tagOf(url);
    const { id } = await test.dataSource.manager.findOneByOrFail(EnvironmentSecret, {
      environmentId: ids.environmentId,
    });
    await save(url, null, body('update', id));
    expect(new Set([first, second, await tagOf(url)]).size).toBe(3);
  });
});

describe('the state of a template', () => {
  it('should stay as it is when its tasks run', async () => {
    const url = pathOf('template', 'templates');
    const tag = await tagOf(url);
    await test.dataSource.query('update template set tasks = tasks + 1 where id = $1', [ids.templateId]);
    expect(await tagOf(url)).toBe(tag);
  });
});
