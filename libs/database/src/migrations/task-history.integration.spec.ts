import { afterEach, describe, expect, it } from '@jest/globals';
import { EarlierDatabase } from '../testing/index.js';
import { TaskEvents1764310000000 } from './1764310000000-task-events.js';
import { TaskDays1764430000001 } from './1764430000001-task-days.js';

describe('the history of tasks that ran before', () => {
  let database: EarlierDatabase;
  afterEach(() => database.drop());

  async function newTask(members: object) {
    const { projectId, templateId } = await database.newTemplate();
    const ids = { project_id: projectId, template_id: templateId };
    return { ...ids, id: await database.insert('task', { ...ids, app: 'bash', ...members }) };
  }

  it('should name who caused each event, and keep what else was known of it', async () => {
    database = await EarlierDatabase.before(TaskEvents1764310000000);
    const { id: task_id, project_id } = await newTask({ status: 'rejected' });
    const events = [
      { kind: 'created', to_status: 'waiting', detail: { user_id: 7 } },
      { kind: 'claimed', to_status: 'starting', detail: { runner: 'r1' } },
      { kind: 'lost', to_status: 'waiting' },
      { kind: 'finished', to_status: 'rejected' },
      { kind: 'finished', to_status: 'success' },
    ];
    for (const event of events) {
      await database.insert('task_event', { task_id, project_id, ...event });
    }
    await database.migrate();
    const facts = 'kind, origin, actor_id, reason_code, detail';
    expect(await database.query(`select ${facts} from task_event order by id`)).toEqual([
      { kind: 'created', origin: 'user', actor_id: 7, reason_code: null, detail: null },
      { kind: 'claimed', origin: 'runner', actor_id: null, reason_code: null, detail: { runner: 'r1' } },
      { kind: 'requeued', origin: 'system', actor_id: null, reason_code: 'lease_expired', detail: null },
      { kind: 'rejected', origin: 'system', actor_id: null, reason_code: null, detail: null },
      { kind: 'finished', origin: 'system', actor_id: null, reason_code: null, detail: null },
    ]);
  });

  it('should be counted by the day of UTC on which each ended, for the project and for its template', async () => {
    database = await EarlierDatabase.before(TaskDays1764430000001);
    const { project_id, template_id } = await newTask({
      status: 'success',
      started: new Date('2026-03-01T23:59:00Z'),
      ended: new Date('2026-03-02T00:01:00Z'),
    });
    await newTask({ status: 'running', started: new Date() });
    await database.migrate();
    const counts = { status: 'success', tasks: 1, ran: 1, seconds: '120', day: '2026-03-02' };
    const days = await database.query(
      `select project_id, template_id, status, tasks, ran, seconds, day::text from task_day order by template_id`,
    );
    expect(days).toEqual([0, template_id].map((template) => ({ project_id, template_id: template, ...counts })));
    expect(await database.query(`select value from setting where key = 'task_days.cursor'`)).toEqual([{ value: '0' }]);
  });
});
