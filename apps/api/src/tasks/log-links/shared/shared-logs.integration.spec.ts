import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { LogLines, LogSearchResult, NewLogLink, SharedLog } from '@switchyard/contracts';
import { LogLink, Project, ProjectMember, Task, User } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { LOG_LINK_REQUESTS } from '../../../platform/bounds.js';
import { type Answer, Client, newPerson, type Person } from '../../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../../testing/project-fixture.js';
import { storeLog } from '../../../testing/stored-log.js';

const LINES = ['TASK [greet] ***', 'ok: [web-1]', 'password is ***', 'fatal: [web-2]: FAILED!'];
const PATHS = ['', '/lines', '/sections', '/outline', '/search?q=a'];

let test: ProjectFixture;
let task: Task;
let maker: Person;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_TRUST_PROXY: '1' });
});
afterAll(() => test.close());
beforeEach(async () => {
  const { manager } = test.dataSource;
  await manager.update(Project, { id: test.projectId }, { allowLogLinks: true, deleting: null });
  const template = await newTemplate(test.dataSource, { projectId: test.projectId, name: 'Deploy the shop' });
  const values = {
    status: 'success',
    app: 'ansible',
    message: 'secret plan',
    environment: '{"KEY":"variable"}',
  } as const;
  task = await newTask(test.dataSource, template, { ...values, started: new Date(), ended: new Date() });
  await storeLog(test.dataSource, task, [LINES]);
  maker = await newPerson(test, { name: 'Maker Name' });
  await manager.insert(ProjectMember, { projectId: test.projectId, userId: maker.user.id, role: 'manager' });
});

let network = 0;
/** A reader at an address of its own. */
const reader = (token?: string): Client =>
  new Client(test.address, {
    'x-forwarded-for': `2001:db8:0:${(network += 1).toString(16)}::1`,
    ...(token !== undefined && { 'x-log-link': token }),
  });

async function newLink(): Promise<{ id: number; token: string }> {
  const answer = await maker.client.post(`${test.base}/tasks/${task.id}/log_links`, { hours: 1 });
  const { id, url } = answer.json<NewLogLink>();
  return { id, token: url.split('/').at(-1) ?? '' };
}

const read = (token: string, path = ''): Promise<Answer> => reader(token).get(`/api/shared/log${path}`);
const shapeOf = ({ status, text, headers }: Answer): unknown[] => {
  const { date, ...others } = headers;
  return [status, text, others, date !== undefined];
};

describe('a log that is read by a link', () => {
  it('should be answered in ranges, phases, headings and searches, without an account', async () => {
    const { token } = await newLink();
    expect((await read(token, '/lines?after=1&limit=2')).json<LogLines>()).toMatchObject({
      first: 1,
      total: 4,
      next: 3,
      lines: LINES.slice(1, 3),
    });
    expect((await read(token, '/lines?tail=1')).json<LogLines>().lines).toEqual(LINES.slice(3));
    expect((await read(token, '/search?q=fatal')).json<LogSearchResult>()).toMatchObject({ count: 1, lines: [3] });
    expect((await read(token, '/outline')).json<object>()).toMatchObject({ groups: [{ line: 0 }], next: 4 });
    expect((await read(token, '/sections')).json<object[]>()).toEqual([]);
  });

  it('should be bounded as for members', async () => {
    const { token } = await newLink();
    for (const path of ['/lines?limit=5001', '/lines?after=-1', `/search?q=${'x'.repeat(501)}`, '/search?q=']) {
      expect((await read(token, path)).status).toBe(400);
    }
    expect((await read(token, '/raw_output')).status).toBe(404);
    expect((await read(token, '/output')).status).toBe(404);
  });

  it('should come with the name of the template, status and times, and nothing of people, runners and the project', async () => {
    const { token } = await newLink();
    const answer = await read(token);
    expect(Object.keys(answer.json<SharedLog>()).sort()).toEqual(
      ['created', 'end', 'expires', 'family', 'start', 'status', 'template'].sort(),
    );
    expect(answer.json<SharedLog>()).toMatchObject({
      template: 'Deploy the shop',
      status: 'success',
      family: 'ansible',
    });
    const all = (await Promise.all(PATHS.map((path) => read(token, path)))).map(({ text }) => text).join('\n');
    const { name } = await test.dataSource.manager.findOneByOrFail(Project, { id: test.projectId });
    for (const word of ['Maker Name', maker.user.username, 'secret plan', 'variable', name, 'runner', '_id"']) {
      expect(all).not.toContain(word);
    }
  });

  it('should stay with its reader: no cache, no referrer, no search engine, no token in a log', async () => {
    const { token } = await newLink();
    const missing = `sylog_${'a'.repeat(43)}`;
    for (const answer of [await read(token), await read(missing), await reader().get('/api/shared/log/lines')]) {
      expect(answer.headers).toMatchObject({
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
        'x-robots-tag': 'noindex, nofollow',
      });
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    await reader().get(`/shared/logs/${token}`);
    await reader().get(`/api/shared/log/${token}`);
    expect(test.logged()).toContain('/shared/logs/sylog_[redacted]');
    expect(test.logged()).not.toContain(token.slice(6));
  });

  it('should be recorded as opened the first time, with the address of the reader and no user', async () => {
    const { id, token } = await newLink();
    await Promise.all([read(token), read(token, '/lines'), read(token, '/sections')]);
    await read(token);
    const records = await test.dataSource.query<object[]>(
      `select user_id, ip, project_id, outcome from audit where action = 'log-links.open' and object_id = $1`,
      [String(id)],
    );
    expect(records).toEqual([
      { user_id: null, ip: expect.stringContaining('2001:db8:'), project_id: test.projectId, outcome: 'done' },
    ]);
    const [link] = (await maker.client.get(`${test.base}/tasks/${task.id}/log_links`)).json<{ opened: string }[]>();
    expect(Date.parse(link?.opened ?? '')).not.toBeNaN();
  });

  it('should give no access beyond it', async () => {
    const { token } = await newLink();
    const client = reader(token).with({ authorization: `Bearer ${token}` });
    for (const path of [
      test.base,
      `${test.base}/tasks/${task.id}`,
      `${test.base}/tasks/${task.id}/lines`,
      '/api/user',
    ]) {
      expect((await client.get(path)).status).toBe(401);
    }
    for (const send of ['post', 'put', 'delete'] as const) {
      expect((await client[send]('/api/shared/log')).status).toBe(405);
    }
  });
});

describe('a link that does not open', () => {
  const { manager } = { manager: () => test.dataSource.manager };
  const endings: [string, (id: number) => Promise<unknown>][] = [
    ['is revoked', (id) => maker.client.delete(`${test.base}/tasks/${task.id}/log_links/${id}`)],
    ['has expired', (id) => manager().update(LogLink, { id }, { expires: new Date() })],
    ['is of a project that does not allow links', () => allow(false)],
    ['is of a task that was deleted', () => manager().delete(Task, { id: task.id })],
    ['is of a project that is being deleted', () => deleting()],
    ['was made by somebody who left', () => maker.client.delete(`${test.base}/me`)],
    ['was made by somebody whose role went another way', () => demote()],
    ['was made by somebody who was deleted', () => manager().delete(User, { id: maker.user.id })],
  ];
  const allow = (allowLogLinks: boolean) => manager().update(Project, { id: test.projectId }, { allowLogLinks });
  const deleting = () => manager().update(Project, { id: test.projectId }, { deleting: new Date() });
  const demote = () => manager().update(ProjectMember, { userId: maker.user.id }, { role: 'guest' });

  it.each(endings)('should answer as an unknown one when it %s', async (_name, end) => {
    const { id, token } = await newLink();
    expect((await read(token)).status).toBe(200);
    await end(id);
    const unknown = await read(`sylog_${'x'.repeat(43)}`);
    expect([unknown.status, unknown.text]).toEqual([404, expect.stringContaining('"code":"not_found"')]);
    for (const path of PATHS) {
      expect(shapeOf(await read(token, path))).toEqual(shapeOf(unknown));
    }
  });

  it.each(['', 'sylog_', 'x', `sylog_${'x'.repeat(42)}`, `sylog_${'x'.repeat(44)}`, `SYLOG_${'x'.repeat(43)}`, '%00'])(
    'should answer as an unknown one when its token is %j',
    async (token) => {
      expect(shapeOf(await read(token))).toEqual(shapeOf(await read(`sylog_${'x'.repeat(43)}`)));
    },
  );

  it('should work for administrators as makers, as long as they are some', async () => {
    const { user, client } = await newPerson(test, { admin: true });
    const answer = await client.post(`${test.base}/tasks/${task.id}/log_links`, { hours: 1 });
    const token = answer.json<NewLogLink>().url.split('/').at(-1) ?? '';
    expect((await read(token)).status).toBe(200);
    await manager().update(User, { id: user.id }, { admin: false });
    expect((await read(token)).status).toBe(404);
  });
});

describe('requests by links', () => {
  it('should be bounded for each address, whatever their token is', async () => {
    const { token } = await newLink();
    const flood = reader(`sylog_${'x'.repeat(43)}`);
    const batch = (client: Client): Promise<Answer[]> =>
      Promise.all(Array.from({ length: 50 }, () => client.get('/api/shared/log')));
    let refused: Answer | undefined;
    for (let sent = 0; sent < 3 * LOG_LINK_REQUESTS.capacity && !refused; sent += 50) {
      refused = (await batch(flood)).find(({ status }) => status === 429);
    }
    expect(refused?.headers['retry-after']).toBe('1');
    // One may be let in each tenth of a second.
    const statuses = (await batch(flood.with({ 'x-log-link': token }))).map(({ status }) => status);
    expect(statuses).toContain(429);
    expect((await read(token)).status).toBe(200);
  });
});
