import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Event } from '@switchyard/contracts';
import { Event as EventRow } from '@switchyard/database';
import { newTask, newTemplate } from '@switchyard/database/testing';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

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
      { object_type: 'task', object_id: task.id, object_name: 'site.yml', user_id: null, username: null },
      { object_type: 'key', object_name: '', project_id: projectId, username: expect.any(String) },
    ]);
    expect(Object.keys(events[0] ?? {})).not.toContain('id');
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

describe('GET /api/events', () => {
  it('should hold back what happened in projects of others', async () => {
    const own = texts((await test.manager.get('/api/events')).json<Event[]>());
    expect(own).toContain('of no project');
    expect(own).not.toContain('foreign');
    expect(texts((await test.admin.get('/api/events')).json<Event[]>())).toContain('foreign');
    expect((await test.admin.get('/api/events/last')).json<Event[]>()).toHaveLength(200);
  });
});
