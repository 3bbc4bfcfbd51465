import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { BusChannel, QueueName } from '@switchyard/contracts';
import { Attempt, Audit, Session, Task } from '@switchyard/database';
import {
  migratedDatabase,
  newProject,
  newRunner,
  newTask,
  newTemplate,
  newUser,
  type MigratedDatabase,
} from '@switchyard/database/testing';
import { createBus, createQueueBackend, type QueueBackend } from '@switchyard/server';
import { eventually, freePort, startBucketServer, startRedis, type TestRedis } from '@switchyard/testing';
import { Clock, DutyTable } from './clock/clock.js';
import { keptLog, startDispatcher } from './testing/dispatcher-under-test.js';

async function newWaitingTask({ dataSource }: MigratedDatabase): Promise<Task> {
  const { id: projectId } = await newProject(dataSource);
  return newTask(dataSource, await newTemplate(dataSource, { projectId }));
}

const taskOf = ({ dataSource }: MigratedDatabase, id: number): Promise<Task> =>
  dataSource.getRepository(Task).findOneByOrFail({ id });

const reachesStatus = (database: MigratedDatabase, id: number, status: string): Promise<void> =>
  eventually(async () => expect((await taskOf(database, id)).status).toBe(status));

describe.each(['postgres', 'redis'])('the dispatcher with its queue on %s', (kind) => {
  let database: MigratedDatabase;
  let redis: TestRedis | undefined;
  let queues: QueueBackend;
  let dispatcher: INestApplicationContext;
  const store = () => ({ databaseUrl: database.url, queueUrl: redis?.url, logger: keptLog().logger });
  const settings = () => ({
    SWITCHYARD_DATABASE_URL: database.url,
    ...(redis ? { SWITCHYARD_QUEUE_URL: redis.url } : {}),
  });

  beforeAll(async () => {
    database = await migratedDatabase();
    redis = kind === 'redis' ? await startRedis() : undefined;
    queues = await createQueueBackend(store());
  });
  afterAll(async () => {
    await queues.close();
    await redis?.remove();
    await database.drop();
  });
  beforeEach(async () => {
    await database.dataSource.query('delete from project');
    await database.dataSource.query('delete from runner');
    dispatcher = await startDispatcher(settings());
  });
  afterEach(() => dispatcher.close());

  const waitingTask = () => newWaitingTask(database);
  const reaches = (id: number, status: string) => reachesStatus(database, id, status);

  it('should assign a task at the wake-up, without the sweep', async () => {
    await dispatcher.get(Clock).onModuleDestroy();
    await newRunner(database.dataSource);
    const task = await waitingTask();
    await queues.queue(QueueName.dispatch).add({ reason: 'test' });
    await reaches(task.id, 'starting');
  });

  it('should assign a task at the message of the bus, without sweep and queue', async () => {
    await dispatcher.get(Clock).onModuleDestroy();
    await newRunner(database.dataSource);
    const task = await waitingTask();
    const bus = createBus(store());
    await bus.ready;
    bus.publish(BusChannel.dispatch, '');
    await reaches(task.id, 'starting');
    await bus.close();
  });

  it('should remove a deleted project at the message, without its duty', async () => {
    await dispatcher.get(Clock).onModuleDestroy();
    const { id } = await newProject(database.dataSource);
    await database.dataSource.query('update project set deleting = now() where id = $1', [id]);
    const bus = createBus(store());
    await bus.ready;
    bus.publish(BusChannel.removal, '');
    await eventually(async () => expect(await database.dataSource.query('select 1 from project')).toEqual([]));
    await bus.close();
  });

  it('should wake the runner by the bus', async () => {
    const bus = createBus(store());
    await bus.ready;
    const woken: string[] = [];
    bus.subscribe(BusChannel.runner, (ids) => woken.push(ids));
    const runner = await newRunner(database.dataSource);
    await waitingTask();
    await queues.queue(QueueName.dispatch).add({ reason: 'test' });
    await eventually(() => expect(woken).toContain(String(runner.id)));
    await bus.close();
  });

  it('should share the work with a second dispatcher', async () => {
    const second = await startDispatcher(settings());
    await newRunner(database.dataSource);
    const tasks = await Promise.all(Array.from({ length: 10 }, waitingTask));
    await Promise.all(tasks.map(() => queues.queue(QueueName.dispatch).add({ reason: 'test' })));
    await Promise.all(tasks.map(({ id }) => reaches(id, 'starting')));
    expect(await database.dataSource.getRepository(Attempt).count()).toBe(10);
    await second.close();
  });
});

describe('the duties of a dispatcher', () => {
  let database: MigratedDatabase;
  let dispatcher: INestApplicationContext;
  const waitingTask = () => newWaitingTask(database);
  const reaches = (id: number, status: string) => reachesStatus(database, id, status);
  beforeAll(async () => {
    database = await migratedDatabase();
    dispatcher = await startDispatcher({ SWITCHYARD_DATABASE_URL: database.url });
  });
  afterAll(async () => {
    await dispatcher.close();
    await database.drop();
  });
  beforeEach(async () => {
    await database.dataSource.query('delete from project');
    await database.dataSource.query('delete from runner');
  });

  it('should find a task whose wake-up was lost', async () => {
    await newRunner(database.dataSource);
    const task = await waitingTask();
    await reaches(task.id, 'starting');
  });

  it('should write why a task waits', async () => {
    const task = await waitingTask();
    await eventually(async () => expect((await taskOf(database, task.id)).waitingReason).toBe('no_runner'));
  });

  it('should assign a task again whose runner was lost before it began', async () => {
    await newRunner(database.dataSource);
    const task = await waitingTask();
    await reaches(task.id, 'starting');
    await database.dataSource.query(`update attempt set lease_until = now() - interval '1 s'`);
    await eventually(async () => {
      const attempts = await database.dataSource.getRepository(Attempt).find({ order: { number: 'ASC' } });
      expect(attempts.map(({ status }) => status)).toEqual(['ended', 'starting']);
    });
  });
});

describe('a dispatcher of its own', () => {
  let database: MigratedDatabase;
  beforeAll(async () => {
    database = await migratedDatabase();
  });
  afterAll(() => database.drop());

  it('should answer health on its port', async () => {
    const port = await freePort();
    const settings = { SWITCHYARD_DATABASE_URL: database.url, SWITCHYARD_DISPATCHER_PORT: String(port) };
    const dispatcher = await startDispatcher(settings);
    const answer = await fetch(`http://127.0.0.1:${port}/api/health`);
    expect(await answer.json()).toMatchObject({ status: 'ok', checks: { sweep: { ok: true }, queue: { ok: true } } });
    await dispatcher.close();
    await expect(fetch(`http://127.0.0.1:${port}/api/health`)).rejects.toThrow('fetch failed');
  });

  it('should give up plans and remove tasks by the settings', async () => {
    const tasks = database.dataSource.getRepository(Task);
    const { id: projectId } = await newProject(database.dataSource);
    const template = await newTemplate(database.dataSource, { projectId });
    const hours = (count: number) => new Date(Date.now() - count * 3_600_000);
    const plan = await newTask(database.dataSource, template, { status: 'waiting_confirmation', planned: hours(2) });
    const old = await newTask(database.dataSource, template, { status: 'success', ended: hours(50) });
    const dispatcher = await startDispatcher({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_CONFIRMATION_TIMEOUT_MINUTES: '60',
      SWITCHYARD_MAX_TASK_AGE_DAYS: '2',
    });
    await reachesStatus(database, plan.id, 'canceled');
    await eventually(async () => expect(await tasks.countBy({ id: old.id })).toBe(0));
    await dispatcher.close();
  });

  it('should remove audit records of the configured age', async () => {
    const records = database.dataSource.getRepository(Audit);
    await records.insert([{ action: 'old', at: new Date(Date.now() - 50 * 3_600_000) }, { action: 'young' }]);
    const dispatcher = await startDispatcher({ SWITCHYARD_DATABASE_URL: database.url, SWITCHYARD_AUDIT_DAYS: '2' });
    await eventually(async () => expect((await records.find()).map(({ action }) => action)).toEqual(['young']));
    await dispatcher.close();
  });

  it('should archive logs where there is a bucket, and leave them where they are without one', async () => {
    const { dataSource } = database;
    const template = await newTemplate(dataSource, { projectId: (await newProject(dataSource)).id });
    const ended = new Date(Date.now() - 30 * 3_600_000);
    const { id } = await newTask(dataSource, template, { status: 'success', ended });
    const isArchived = async (): Promise<boolean> => (await taskOf(database, id)).logArchived !== null;
    const bucket = await startBucketServer();
    const settings = { SWITCHYARD_DATABASE_URL: database.url, SWITCHYARD_BLOB_URL: bucket.url };
    for (const without of [
      { SWITCHYARD_DATABASE_URL: database.url },
      { ...settings, SWITCHYARD_LOG_ARCHIVE_HOURS: '31' },
      { ...settings, SWITCHYARD_LOG_ARCHIVE_HOURS: '0' },
    ]) {
      const idle = await startDispatcher(without);
      await idle
        .get(DutyTable)
        .duties.find(({ name }) => name === 'archiving of logs')
        ?.run();
      await idle.close();
      expect(await isArchived()).toBe(false);
    }
    const dispatcher = await startDispatcher(settings);
    await eventually(async () => expect(await isArchived()).toBe(true));
    await dispatcher.close();
    await bucket.remove();
  });

  it('should remove sessions that ended', async () => {
    const sessions = database.dataSource.getRepository(Session);
    const { id: userId } = await newUser(database.dataSource);
    await sessions.insert({ id: 'ended', userId, expired: true });
    const dispatcher = await startDispatcher({ SWITCHYARD_DATABASE_URL: database.url });
    await eventually(async () => expect(await sessions.count()).toBe(0));
    await dispatcher.close();
  });
});
