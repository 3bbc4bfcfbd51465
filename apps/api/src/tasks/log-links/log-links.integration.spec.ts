import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { type LogLink as WireLink, MAX_LOG_LINKS, type NewLogLink, type Role } from '@switchyard/contracts';
import { LogLink, Project, ProjectMember, type Task } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { newPerson, type Person, signInAs } from '../../testing/client.js';
import { type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

const HOUR_MS = 3_600_000;
let test: ProjectFixture;
let task: Task;
let links: string;

beforeAll(async () => {
  test = await startProjectFixture({ SWITCHYARD_WEB_HOST: 'https://switchyard.example/' });
  task = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
  links = `${test.base}/tasks/${task.id}/log_links`;
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.dataSource.manager.delete(LogLink, { projectId: test.projectId });
  await allow(true);
});

const allow = (allowLogLinks: boolean) =>
  test.dataSource.manager.update(Project, { id: test.projectId }, { allowLogLinks });
const change = (settings: object) => test.owner.put(test.base, { name: 'p', ...settings });
const made = async (hours = 1): Promise<NewLogLink> => (await test.manager.post(links, { hours })).json<NewLogLink>();
const listed = async (): Promise<WireLink[]> => (await test.manager.get(links)).json<WireLink[]>();
const stored = (): Promise<number> => test.dataSource.manager.countBy(LogLink, { projectId: test.projectId });

/** A new member. */
async function member(role: Role): Promise<Person> {
  const person = await newPerson(test);
  await test.dataSource.manager.insert(ProjectMember, { projectId: test.projectId, userId: person.user.id, role });
  return person;
}

describe('links to the log of a task', () => {
  it('should be made by members who may run tasks, with their address shown this once and its hash stored', async () => {
    const runner = await member('task_runner');
    const answer = await runner.client.post(links, { hours: 24 });
    const { url, ...link } = answer.json<NewLogLink>();
    expect(url).toMatch(/^https:\/\/switchyard\.example\/shared\/logs\/sylog_[\w-]{43}$/);
    expect(Date.parse(link.expires) - Date.parse(link.created)).toBeCloseTo(24 * HOUR_MS, -4);
    expect(link).toMatchObject({ opened: null, user_id: runner.user.id, user_name: runner.user.name });
    expect(await listed()).toEqual([link]);
    const rows = JSON.stringify(await test.dataSource.query('select * from log_link'));
    expect(rows).not.toContain(url.slice(-43));
  });

  it.each([0, 721, 1.5, '1', null])('should not be valid for %j hours', async (hours) => {
    expect((await test.manager.post(links, { hours })).status).toBe(400);
  });

  it('should be neither shown to nor made by guests and strangers', async () => {
    const { id } = await made();
    const guest = await signInAs(test, test.projectId, 'guest');
    const stranger = await newPerson(test);
    for (const [client, status] of [
      [guest, 403],
      [stranger.client, 404],
    ] as const) {
      const answers = [await client.get(links), await client.post(links, { hours: 1 })];
      answers.push(await client.delete(`${links}/${id}`));
      expect(answers.map((answer) => answer.status)).toEqual([status, status, status]);
    }
    expect(await stored()).toBe(1);
  });

  it('should not reach tasks and links of other projects or tasks', async () => {
    const { taskId, linkId } = test.foreign;
    const other = await newTask(test.dataSource, await newTemplate(test.dataSource, { projectId: test.projectId }));
    const { id } = await made();
    const answers = [
      await test.owner.get(`${test.base}/tasks/${taskId}/log_links`),
      await test.owner.post(`${test.base}/tasks/${taskId}/log_links`, { hours: 1 }),
      await test.owner.delete(`${test.base}/tasks/${taskId}/log_links/${linkId}`),
      await test.owner.delete(`${links}/${linkId}`),
      await test.owner.delete(`${test.base}/tasks/${other.id}/log_links/${id}`),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
  });

  it('should be bounded in number, those that are over not counted', async () => {
    for (let i = 0; i < MAX_LOG_LINKS; i++) {
      expect((await test.manager.post(links, { hours: 1 })).status).toBe(201);
    }
    const answer = await test.manager.post(links, { hours: 1 });
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([400, 'log_links_full']);
    const [last] = await listed();
    await test.dataSource.manager.update(LogLink, { id: last?.id ?? 0 }, { expires: new Date() });
    expect(await listed()).toHaveLength(MAX_LOG_LINKS - 1);
    expect((await test.manager.post(links, { hours: 1 })).status).toBe(201);
  });

  it('should be bounded in number also when many are made at once', async () => {
    const answers = await Promise.all(
      Array.from({ length: MAX_LOG_LINKS + 5 }, () => test.manager.post(links, { hours: 1 })),
    );
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(MAX_LOG_LINKS);
  });

  it('should be revoked by anybody who may make them, and recorded without their token', async () => {
    const { id, url } = await made();
    const runner = await signInAs(test, test.projectId, 'task_runner');
    const answers = await Promise.all([runner, test.manager].map((client) => client.delete(`${links}/${id}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([204, 404]);
    expect(await listed()).toEqual([]);
    const records = await test.dataSource.query<{ action: string; after: object | null }[]>(
      `select action, after from audit where object_type = 'log_link' and object_id = $1 order by id`,
      [String(id)],
    );
    expect(records).toMatchObject([
      { action: 'log-links.create', after: { task_id: task.id } },
      { action: 'log-links.remove', after: null },
    ]);
    const audit = JSON.stringify(await test.dataSource.query('select * from audit'));
    expect(audit).not.toContain(url.slice(-43));
  });
});

describe('the setting of a project', () => {
  it('should be off at first, and forbid links', async () => {
    const { id } = (await test.admin.post('/api/projects', { name: 'new' })).json<{ id: number }>();
    expect((await test.admin.get(`/api/project/${id}`)).json<object>()).toMatchObject({ allow_log_links: false });
    await allow(false);
    const answer = await test.manager.post(links, { hours: 1 });
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([400, 'log_links_off']);
    expect(await listed()).toEqual([]);
  });

  it('should be changed by owners alone, and stay as it is where a save leaves it out', async () => {
    expect((await test.manager.put(test.base, { name: 'p', allow_log_links: true })).status).toBe(403);
    await made();
    expect((await change({})).status).toBe(204);
    expect((await test.owner.get(test.base)).json<object>()).toMatchObject({ allow_log_links: true });
    expect(await listed()).toHaveLength(1);
  });

  it('should end all links of the project for good when it is switched off, and no others', async () => {
    await made();
    const others = await test.dataSource.manager.countBy(LogLink, { projectId: test.foreign.projectId });
    await change({ allow_log_links: false });
    expect(await stored()).toBe(0);
    await change({ allow_log_links: true });
    expect(await listed()).toEqual([]);
    expect(await test.dataSource.manager.countBy(LogLink, { projectId: test.foreign.projectId })).toBe(others);
  });
});

describe('links of somebody', () => {
  const linkOf = async (person: Person): Promise<void> => {
    expect((await person.client.post(links, { hours: 1 })).status).toBe(201);
  };
  const place = (person: Person): string => `${test.base}/users/${person.user.id}`;

  it.each([
    ['leaves', (person: Person) => person.client.delete(`${test.base}/me`)],
    ['is removed', (person: Person) => test.owner.delete(place(person))],
    ['becomes a guest', (person: Person) => test.owner.put(place(person), { role: 'guest' })],
    ['is deleted', (person: Person) => test.admin.delete(`/api/users/${person.user.id}`)],
  ])('should end for good when the person %s', async (_name, act) => {
    const person = await member('manager');
    await linkOf(person);
    await made();
    expect((await act(person)).status).toBe(204);
    expect(await stored()).toBe(1);
  });

  it('should stay when the person gets another role that may make them', async () => {
    const person = await member('manager');
    await linkOf(person);
    expect((await test.owner.put(place(person), { role: 'task_runner' })).status).toBe(204);
    expect(await listed()).toHaveLength(1);
  });
});
