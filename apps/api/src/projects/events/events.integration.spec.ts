import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@switchyard/contracts';
import { Event as EventRow } from '@switchyard/database';
import { newProject, newTask, newTemplate, newUser } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../../testing/project-fixture.js';

let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
  const { projectId } = test.foreign;
  await test.dataSource.manager.insert(EventRow, [
    { projectId, description: 'foreign' },
    { description: 'of no project' },
  ]);
});
afterAll(() => test.close());

const texts = (events: Event[]): (string | null)[] => events.map(({ description }) => description);

describe('GET /events', () => {
  it("should name the task's playbook, the project and the login, newest first", async () => {
    const { dataSource, projectId } = test;
    const template = await newTemplate(dataSource, { projectId, playbook: 'site.yml' });
    const task = await newTask(dataSource, template);
    await test.manager.post(`${test.base}/keys`, { name: 'a', type: 'none' });
    await dataSource.manager.insert(EventRow, {
      projectId,
      objectType: 'task',
      objectId: task.id,
      description: 'queued',
    });
    const events = (await test.manager.get(`${test.base}/events/last`)).json<Event[]>();
    expect(events).toMatchObject([
      {
        object_type: 'task',
        object_id: task.id,
        object_name: 'site.yml',
        template_name: template.name,
        username: null,
      },
      { object_type: 'key', object_name: '', project_id: projectId, username: expect.any(String) },
    ]);
    expect(Object.keys(events[0] ?? {})).not.toContain('id');
    expect(events[0]?.cursor).toBeGreaterThan(events[1]?.cursor ?? 0);
    expect(Date.parse(events[0]?.created ?? '')).not.toBeNaN();
  });

  it('should answer at most 200 to last', async () => {
    const { dataSource, projectId } = test;
    await dataSource.query(
      `insert into event (project_id, description) select $1, 'n' || i from generate_series(1, 250) i`,
      [projectId],
    );
    expect((await test.manager.get(`${test.base}/events/last`)).json<Event[]>()).toHaveLength(200);
    expect((await test.manager.get(`${test.base}/events`)).json<Event[]>().length).toBeGreaterThanOrEqual(250);
  });
});

describe('pages of the activity', () => {
  let base: string;
  let person: number;

  beforeAll(async () => {
    const { dataSource } = test;
    const { id } = await newProject(dataSource);
    base = `/api/project/${id}/events`;
    person = (await newUser(dataSource)).id;
    await dataSource.query(
      `insert into event (project_id, user_id, object_type, object_id, description, created)
         select $1, case when i % 4 = 0 then $2::int end, (array['task', 'task', 'key', 'template'])[1 + i % 4], i + 1, 'n' || i,
                timestamptz '2026-01-01T00:00:00Z' + make_interval(hours => i / 2)
           from generate_series(0, 49) i`,
      [id, person],
    );
  });

  const page = async (query: string): Promise<Event[]> => (await test.admin.get(`${base}${query}`)).json<Event[]>();
  const numbers = (keep: (i: number) => boolean): string[] =>
    Array.from({ length: 50 }, (_, i) => i)
      .filter(keep)
      .map((i) => `n${i}`)
      .toReversed();

  it('should reach every entry by the cursor of the last one, and the way back by that of the first', async () => {
    const pages: Event[][] = [await page('?limit=20')];
    while (pages.at(-1)?.length === 20) {
      pages.push(await page(`?limit=20&before=${pages.at(-1)?.at(-1)?.cursor}`));
    }
    expect(texts(pages.flat())).toEqual(numbers(() => true));
    expect(await page(`?limit=20&after=${pages[1]?.[0]?.cursor}`)).toEqual(pages[0]);
  });

  it.each<[string, (i: number) => boolean]>([
    ['?object_type=key', (i) => i % 4 === 2],
    ['?object_type=key,task', (i) => i % 4 < 3],
    ['?object_type=task&user_id=:person', (i) => i % 4 === 0],
    ['?object_type=template&user_id=:person', () => false],
    ['?start=2026-01-01T02:00:00Z&end=2026-01-01T04:00:00%2B00:00', (i) => i >= 4 && i < 8],
    ['?end=2026-01-01T02:00:00Z&object_type=key', (i) => i === 2],
  ])('should filter by %s', async (query, keep) =>
    expect(texts(await page(query.replace(':person', String(person))))).toEqual(numbers(keep)),
  );

  it('should not go on from an entry of another project', async () => {
    const [foreign] = (await test.admin.get('/api/events'))
      .json<Event[]>()
      .filter(({ description }) => description === 'foreign');
    expect(await page(`?before=${foreign?.cursor}`)).toEqual([]);
  });
});

describe('GET /api/events', () => {
  it('should hold back what happened in projects of others', async () => {
    const own = texts((await test.manager.get('/api/events')).json<Event[]>());
    expect(own).toContain('of no project');
    expect(own).not.toContain('foreign');
    expect(texts((await test.admin.get('/api/events')).json<Event[]>())).toContain('foreign');
    expect((await test.admin.get('/api/events/last')).json<Event[]>()).toHaveLength(200);
  });
});
