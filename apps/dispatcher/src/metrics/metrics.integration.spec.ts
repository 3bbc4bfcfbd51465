import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { QueueName } from '@switchyard/contracts';
import type { Template } from '@switchyard/database';
import {
  migratedDatabase,
  newProject,
  newRunner,
  newSchedule,
  newTask,
  newTemplate,
  type MigratedDatabase,
} from '@switchyard/database/testing';
import { eventually, freePort } from '@switchyard/testing';
import { startDispatcher } from '../testing/dispatcher-under-test.js';
import { Metrics } from './metrics.js';

const TOKEN = 'token-of-prometheus';

describe('GET /metrics of a dispatcher', () => {
  let database: MigratedDatabase;
  let dispatcher: INestApplicationContext;
  let port: number;
  let template: Template;

  beforeAll(async () => {
    database = await migratedDatabase();
    port = await freePort();
    dispatcher = await startDispatcher({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_DISPATCHER_PORT: String(port),
      SWITCHYARD_METRICS_TOKEN: TOKEN,
    });
  });
  afterAll(async () => {
    await dispatcher.close();
    await database.drop();
  });
  beforeEach(async () => {
    await database.dataSource.query('delete from project');
    await database.dataSource.query('delete from runner');
    template = await newTemplate(database.dataSource, { projectId: (await newProject(database.dataSource)).id });
  });

  const answer = (authorization = `Bearer ${TOKEN}`) =>
    fetch(`http://127.0.0.1:${port}/metrics`, { headers: { authorization } });

  /** The value of a sample by its name and labels; undefined = there is none. */
  async function sample(name: string): Promise<number | undefined> {
    const line = (await (await answer()).text()).split('\n').find((each) => each.startsWith(`${name} `));
    return line === undefined ? undefined : Number(line.split(' ').at(-1));
  }
  const hasSample = (name: string, value: number) => eventually(async () => expect(await sample(name)).toBe(value));

  it('should ask for its token', async () => {
    expect([(await answer('')).status, (await answer('Bearer wrong')).status, (await answer()).status]).toEqual([
      401, 401, 200,
    ]);
  });

  it('should report its process', async () => {
    expect(await sample('switchyard_figures_up')).toBe(1);
    expect(await sample('process_resident_memory_bytes')).toBeGreaterThan(1e6);
    expect(await sample('process_cpu_seconds_total')).toBeGreaterThan(0);
    expect(await sample('nodejs_eventloop_lag_p99_seconds')).toBeGreaterThan(0);
  });

  it('should read the figures once for scrapes at the same time', async () => {
    const text = dispatcher.get(Metrics, { strict: false }).open();
    const [first, second] = [text(), text()];
    expect(second).toBe(first);
    await first;
    const third = text();
    expect(third).not.toBe(first);
    await third;
  });

  it('should report tasks by status and how long the oldest waits, by reason', async () => {
    const created = new Date(Date.now() - 600_000);
    await newTask(database.dataSource, template, { created });
    await newTask(database.dataSource, template, { status: 'waiting_confirmation', planned: new Date() });
    await newTask(database.dataSource, template, { status: 'success', ended: new Date() });
    await hasSample('switchyard_tasks{status="waiting"}', 1);
    expect(await sample('switchyard_tasks{status="waiting_confirmation"}')).toBe(1);
    expect(await sample('switchyard_tasks{status="success"}')).toBeUndefined();
    const oldest = (await (await answer()).text()).match(/^switchyard_oldest_waiting_seconds\{reason="\w+"\} (\d+)/m);
    expect(Number(oldest?.[1])).toBeGreaterThanOrEqual(600);
  });

  it('should count the steps of a task and the time that it waited', async () => {
    const before = await sample('switchyard_task_stage_seconds_count{stage="waiting"}');
    const created = new Date(Date.now() - 40_000);
    const task = await newTask(database.dataSource, template, { created });
    await database.dataSource.query(
      `insert into task_event (task_id, project_id, at, kind, to_status, origin) values ($1, $2, $3, 'created', 'waiting', 'user')`,
      [task.id, task.projectId, created],
    );
    await newRunner(database.dataSource, { touched: new Date() });
    await hasSample('switchyard_slots{state="used"}', 1);
    await hasSample('switchyard_tasks{status="starting"}', 1);
    expect(await sample('switchyard_runners{state="online"}')).toBe(1);
    await hasSample('switchyard_task_stage_seconds_count{stage="waiting"}', (before ?? 0) + 1);
    expect(await sample('switchyard_task_stage_seconds_bucket{le="30",stage="waiting"}')).toBe(before ?? 0);
    expect(await sample('switchyard_task_stage_seconds_bucket{le="60",stage="waiting"}')).toBe((before ?? 0) + 1);
    expect(await sample('switchyard_task_steps_total{kind="assigned"}')).toBeGreaterThanOrEqual(1);
  });

  it('should tell the states of runners apart', async () => {
    const now = new Date();
    await newRunner(database.dataSource, { touched: now, draining: true });
    await newRunner(database.dataSource, { touched: now, pausedReason: 'The disk is full' });
    await newRunner(database.dataSource, { touched: now, active: false });
    await newRunner(database.dataSource, { touched: new Date(now.getTime() - 60_000) });
    for (const state of ['draining', 'paused', 'inactive', 'away']) {
      expect([state, await sample(`switchyard_runners{state="${state}"}`)]).toEqual([state, 1]);
    }
  });

  it('should report messages that are to be sent', async () => {
    await database.dataSource.query(
      `insert into outbox_message (id, kind, target_id, payload, next_try, since)
       values (gen_random_uuid(), 'runner', 1, '{}', now() + interval '1 hour', now() - interval '5 minutes')`,
    );
    expect(await sample('switchyard_outbox_messages{kind="runner"}')).toBe(1);
    expect(await sample('switchyard_outbox_oldest_seconds{kind="runner"}')).toBeGreaterThanOrEqual(300);
    await database.dataSource.query('delete from outbox_message');
  });

  it('should report what a receiver of the audit log has not got', async () => {
    const { dataSource } = database;
    await dataSource.query(`insert into audit (action, at) values ('a', now() - interval '5 minutes')`);
    const insert = `insert into audit_receiver (name, type, position, next_try)
      select 'r', 'webhook', coalesce(max(id), 0) - $1::int, now() + interval '1 hour' from audit returning id`;
    const [[behind], [upToDate]] = [
      await dataSource.query<{ id: number }[]>(insert, [1]),
      await dataSource.query<{ id: number }[]>(insert, [0]),
    ];
    expect(await sample(`switchyard_audit_lag_seconds{receiver="${behind?.id}"}`)).toBeGreaterThanOrEqual(300);
    expect(await sample(`switchyard_audit_lag_seconds{receiver="${upToDate?.id}"}`)).toBe(0);
    await dataSource.query('truncate audit_receiver, audit');
  });

  it('should report a schedule that is overdue', async () => {
    const schedule = await newSchedule(database.dataSource, template, { active: true, cronFormat: '0 0 1 1 *' });
    const due = (interval: string) =>
      database.dataSource.query(`update schedule set next_due = now() + $2::interval where id = $1`, [
        schedule.id,
        interval,
      ]);
    await due('1 hour');
    expect(await sample('switchyard_schedule_lateness_seconds{state="late"}')).toBe(0);
    await due('-2 minutes');
    expect(await sample('switchyard_schedule_lateness_seconds{state="late"}')).toBeGreaterThanOrEqual(120);
  });

  it('should report messages that wait in a queue, and that figures are missing while the database is away', async () => {
    expect(await sample(`switchyard_queue_messages{queue="${QueueName.dispatch}"}`)).toBeGreaterThanOrEqual(0);
    await database.dataSource.query('alter table schedule rename to schedule_away');
    expect(await sample('switchyard_figures_up')).toBe(0);
    expect(await sample('switchyard_runners{state="online"}')).toBeUndefined();
    expect(await sample('process_cpu_seconds_total')).toBeGreaterThan(0);
    await database.dataSource.query('alter table schedule_away rename to schedule');
    expect(await sample('switchyard_figures_up')).toBe(1);
  });
});

it('should have no metrics without a token', async () => {
  const database = await migratedDatabase();
  const port = await freePort();
  const dispatcher = await startDispatcher({
    SWITCHYARD_DATABASE_URL: database.url,
    SWITCHYARD_DISPATCHER_PORT: String(port),
  });
  expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  await dispatcher.close();
  await database.drop();
});
