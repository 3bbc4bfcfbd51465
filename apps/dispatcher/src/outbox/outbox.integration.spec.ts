import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import {
  QueueName,
  RunnerNotificationBody,
  TaskInput,
  NotificationHeader,
  notificationSecretContext,
} from '@switchyard/contracts';
import { OutboxMessage, OutboxTarget, Runner, type Task } from '@switchyard/database';
import {
  migratedDatabase,
  newRunner,
  type MigratedDatabase,
  newProject,
  newTemplate,
} from '@switchyard/database/testing';
import { type Engine, launchTask } from '@switchyard/engine';
import { parseSecretKey, SecretBox } from '@switchyard/server';
import { eventually, startRedis, type TestRedis } from '@switchyard/testing';
import type { DataSource } from 'typeorm';
import { ENGINE, QUEUE_BACKEND } from '../infrastructure/infrastructure.js';
import { startDispatcher } from '../testing/dispatcher-under-test.js';
import { accept, flood, type ReceivedCall, NotificationSink } from '../testing/webhook-sink.js';
import { Outbox } from './outbox.js';
import { Clock } from '../clock/clock.js';

const SECRET_KEY = randomBytes(32).toString('base64');
const SECRET = 'swhook_of-the-spec';
const box = new SecretBox(parseSecretKey(SECRET_KEY));

/** Verifies a call as a receiver does by the contract. */
function verified({ headers, body }: ReceivedCall, secret = SECRET): RunnerNotificationBody {
  const timestamp = String(headers[NotificationHeader.timestamp]);
  const expected = createHmac('sha256', secret).update(timestamp).update('.').update(body).digest('hex');
  const given = String(headers[NotificationHeader.signature]).replace(/^sha256=/, '');
  if (
    !timingSafeEqual(Buffer.from(expected), Buffer.from(given)) ||
    Math.abs(Date.now() / 1000 - Number(timestamp)) > 60
  ) {
    throw new Error('the signature is wrong or old');
  }
  return RunnerNotificationBody.parse(JSON.parse(body));
}

/** Lets PostgreSQL refuse every change of a row, as it does with a value that it cannot hold. */
async function refuseRow(source: DataSource, table: string, id: string): Promise<void> {
  await source.query(
    `create or replace function refuse_row() returns trigger language plpgsql as
       $$ begin raise exception 'the row is damaged' using errcode = '22023'; end $$`,
  );
  await source.query(
    `create trigger refused before update on ${table} for each row when (old.id = '${id}') execute function refuse_row()`,
  );
}

const deliveryOf = ({ headers }: ReceivedCall): string => String(headers[NotificationHeader.delivery]);

describe.each(['postgres', 'redis'])('messages to webhooks with the queue on %s', (kind) => {
  let database: MigratedDatabase;
  let redis: TestRedis | undefined;
  let dispatcher: INestApplicationContext;
  let sink: NotificationSink;

  beforeAll(async () => {
    database = await migratedDatabase();
    redis = kind === 'redis' ? await startRedis() : undefined;
  });
  afterAll(async () => {
    await redis?.remove();
    await database.drop();
  });
  beforeEach(async () => {
    await database.dataSource.query('delete from project');
    await database.dataSource.query('delete from runner');
    await database.dataSource.query('delete from outbox_message');
    await database.dataSource.query('delete from outbox_target');
    sink = await NotificationSink.open();
  });
  afterEach(async () => {
    await dispatcher.close();
    await sink.close();
  });

  const start = (settings: Record<string, string> = {}) =>
    startDispatcher({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_SECRET_KEY: SECRET_KEY,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
      ...(redis ? { SWITCHYARD_QUEUE_URL: redis.url } : {}),
      ...settings,
    });

  /** A runner that is not here yet, with a webhook. */
  async function hooked(row: Partial<Runner> = {}): Promise<Runner> {
    const runner = await newRunner(database.dataSource, { webhook: sink.url, touched: null, ...row });
    const webhookSecret = box.seal(SECRET, notificationSecretContext(runner.id));
    await database.dataSource.getRepository(Runner).update(runner.id, { webhookSecret });
    return runner;
  }

  const targetOf = ({ id: targetId }: Runner) =>
    database.dataSource.getRepository(OutboxTarget).findOneByOrFail({ targetId });
  const messages = () => database.dataSource.getRepository(OutboxMessage).find({ order: { created: 'ASC' } });

  /** Creates a task as an api process would, with the wake-up. */
  async function task(runnerTag: string | null = null): Promise<Task> {
    const { id: projectId } = await newProject(database.dataSource);
    const { id: templateId } = await newTemplate(database.dataSource, { projectId, runnerTag });
    return launched(dispatcher, projectId, templateId);
  }

  /** Lets every message be due and wakes the worker. */
  async function retry(): Promise<void> {
    await database.dataSource.query('update outbox_message set next_try = now() where ended is null');
    await database.dataSource.query('update outbox_target set held_until = now()');
    await dispatcher.get(QUEUE_BACKEND).queue(QueueName.delivery).add({ reason: 'test' });
  }

  it('should arrive at the wake-up, without the sweep, with a signature that a receiver can check', async () => {
    dispatcher = await start();
    await dispatcher.get(Clock).onModuleDestroy();
    const runner = await hooked();
    const { id, projectId, templateId } = await task();
    await eventually(async () => expect(await targetOf(runner)).toMatchObject({ answerStatus: 204, error: null }));
    expect(sink.calls).toHaveLength(1);
    const [call] = sink.calls as [ReceivedCall];
    expect(call.headers).toMatchObject({ 'content-type': 'application/json', 'user-agent': 'switchyard' });
    expect(verified(call)).toMatchObject({
      event: 'task.queued',
      task_id: id,
      project_id: projectId,
      template_id: templateId,
      runner_id: runner.id,
      runner_tag: '',
      status: 'waiting',
    });
    expect(() => verified(call, 'another secret')).toThrow();
    expect(() => verified({ ...call, body: call.body.replace('waiting', 'success') })).toThrow();
    const [message] = await messages();
    expect(message).toMatchObject({ status: 'delivered', tries: 1, id: deliveryOf(call) });
  });

  it('should arrive once when several dispatchers work', async () => {
    dispatcher = await start();
    const others = [await start(), await start()];
    const runners = await Promise.all(Array.from({ length: 10 }, (_, i) => hooked({ tags: [`t${i}`] })));
    await Promise.all([...runners, ...runners, ...runners].map(({ tags }) => task(tags[0])));
    await eventually(async () =>
      expect((await messages()).map(({ status }) => status)).toEqual(Array(30).fill('delivered')),
    );
    expect(new Set(sink.calls.map(deliveryOf)).size).toBe(30);
    expect(sink.calls).toHaveLength(30);
    await Promise.all(others.map((other) => other.close()));
  });

  it('should be tried again when the receiver fails, and leave the task alone', async () => {
    dispatcher = await start();
    sink.answer = (answer, count) => (count === 1 ? answer.writeHead(503).end('later') : accept(answer, count));
    const runner = await hooked();
    const { id } = await task();
    await eventually(async () => expect((await targetOf(runner)).answerStatus).toBe(503));
    const [waiting] = await messages();
    expect(waiting).toMatchObject({ status: 'pending', ended: null, tries: 1, error: 'http_status' });
    expect(waiting?.nextTry.getTime()).toBeGreaterThan(Date.now());
    expect(await database.dataSource.query('select status from task where id = $1', [id])).toEqual([
      { status: 'waiting' },
    ]);
    await retry();
    await eventually(async () => expect((await messages())[0]?.status).toBe('delivered'));
    const [first, second] = sink.calls as [ReceivedCall, ReceivedCall];
    expect(deliveryOf(second)).toBe(deliveryOf(first));
    expect(verified(second)).toEqual(verified(first));
  });

  it('should not be repeated when the task has been taken meanwhile', async () => {
    dispatcher = await start();
    sink.answer = (answer) => answer.writeHead(503).end();
    const runner = await hooked();
    await task();
    await eventually(async () => expect((await targetOf(runner)).answerStatus).toBe(503));
    await database.dataSource.query(`update task set status = 'running'`);
    await retry();
    await eventually(async () => expect((await messages())[0]).toMatchObject({ status: 'dead', error: 'outdated' }));
    expect(sink.calls).toHaveLength(1);
  });

  it.each<[string, (id: string) => Promise<unknown>]>([
    [
      'names no task',
      (id) => database.dataSource.query(`update outbox_message set payload = '{"task_id":"none"}' where id = $1`, [id]),
    ],
    [
      'is nested deeper than anything can be encoded',
      (id) => {
        const deep = `{"deep":${'['.repeat(5_000)}${']'.repeat(5_000)}}`;
        return database.dataSource.query('update outbox_message set payload = $2 where id = $1', [id, deep]);
      },
    ],
    ['cannot be changed', (id) => refuseRow(database.dataSource, 'outbox_message', id)],
    [
      'has a damaged address',
      () => database.dataSource.query(`update runner set webhook = 'http://[::1' where 'bad' = any(tags)`),
    ],
  ])('should all arrive beside one that %s', async (_, damage) => {
    const good = Array.from({ length: 100 }, (__, i) => `t${i}`);
    await Promise.all([...good.slice(0, 42), 'bad', ...good.slice(42)].map((tag) => hooked({ tags: [tag] })));
    dispatcher = await start();
    await dispatcher.get(Clock).onModuleDestroy();
    const engine = dispatcher.get<Engine>(ENGINE);
    engine.signals.messagesWritten = () => undefined;
    await Promise.all([...good, 'bad'].map((tag) => task(tag)));
    const [bad] = await database.dataSource.query<{ id: string }[]>(
      `select outbox_message.id from outbox_message join runner on runner.id = target_id where 'bad' = any(tags)`,
    );
    await damage(bad?.id ?? '');
    await eventually(async () => {
      await dispatcher.get(QUEUE_BACKEND).queue(QueueName.delivery).add({ reason: 'test' });
      const states = (await messages()).map(({ id, status }) => (id === bad?.id ? 'bad' : status));
      expect(states.filter((status) => status === 'delivered')).toHaveLength(100);
    });
    await database.dataSource.query('drop trigger if exists refused on outbox_message');
  });

  it('should be dead when the receiver is gone for good, or has no address any more', async () => {
    dispatcher = await start();
    sink.answer = (answer) => answer.writeHead(410).end();
    const runner = await hooked();
    await task();
    await eventually(async () => expect((await messages())[0]).toMatchObject({ status: 'dead', answerStatus: 410 }));
    await database.dataSource.getRepository(Runner).update(runner.id, { webhook: '' });
    await database.dataSource.query(`update outbox_message set status = 'pending', ended = null, next_try = now()`);
    await retry();
    await eventually(async () =>
      expect((await messages())[0]).toMatchObject({ status: 'dead', error: 'target_removed' }),
    );
    expect(sink.calls).toHaveLength(1);
  });

  it('should leave the receiver alone as long as it wants, with all that waits for it', async () => {
    dispatcher = await start();
    sink.answer = (answer) => answer.writeHead(429, { 'retry-after': '3600' }).end();
    const runner = await hooked();
    await task();
    await eventually(async () => expect((await targetOf(runner)).answerStatus).toBe(429));
    const inHalfAnHour = Date.now() + 1_800_000;
    expect((await targetOf(runner)).heldUntil.getTime()).toBeGreaterThan(inHalfAnHour);
    expect((await messages())[0]?.nextTry.getTime()).toBeGreaterThan(inHalfAnHour);
    await task();
    await dispatcher.get(Outbox).run();
    expect(sink.calls).toHaveLength(1);
  });

  it('should be found by a dispatcher that starts, when the wake-up was lost', async () => {
    dispatcher = await start();
    await dispatcher.get(Clock).onModuleDestroy();
    await hooked();
    // Wake-ups that earlier tests have left.
    await dispatcher.get(QUEUE_BACKEND).queue(QueueName.delivery).empty();
    const engine = dispatcher.get<Engine>(ENGINE);
    engine.signals.messagesWritten = () => undefined;
    await task();
    await dispatcher.close();
    expect(sink.calls).toEqual([]);
    dispatcher = await start();
    await eventually(() => expect(sink.calls).toHaveLength(1));
  });

  it('should not wait for the receiver of another runner that hangs', async () => {
    dispatcher = await start();
    const hanging = await NotificationSink.open();
    hanging.answer = () => undefined;
    await hooked({ webhook: hanging.url, tags: ['hangs'] });
    await hooked({ tags: ['works'] });
    for (const tag of ['hangs', 'hangs', 'works', 'works']) {
      await task(tag);
    }
    await eventually(() => expect([hanging.calls.length, sink.calls.length]).toEqual([1, 2]));
    await dispatcher.close();
    expect((await messages()).map(({ status, tries }) => [status, tries])).toEqual([
      ['pending', 0],
      ['pending', 0],
      ['delivered', 1],
      ['delivered', 1],
    ]);
    await hanging.close();
  });
});

async function launched(dispatcher: INestApplicationContext, projectId: number, templateId: number): Promise<Task> {
  const request = { projectId, input: TaskInput.parse({ template_id: templateId }) };
  const result = await launchTask(dispatcher.get<Engine>(ENGINE), { kind: 'autorun' }, request);
  return 'task' in result ? result.task : Promise.reject(new Error('the task is known'));
}

describe('a webhook that is up to no good', () => {
  let database: MigratedDatabase;
  let dispatcher: INestApplicationContext;
  let sink: NotificationSink;

  beforeAll(async () => {
    database = await migratedDatabase();
    sink = await NotificationSink.open();
  });
  afterEach(async () => {
    await dispatcher.close();
    await database.dataSource.query('delete from project');
    await database.dataSource.query('delete from runner');
    await database.dataSource.query('delete from outbox_message');
    await database.dataSource.query('delete from outbox_target');
    sink.calls.length = 0;
    sink.answer = accept;
  });
  afterAll(async () => {
    await sink.close();
    await database.drop();
  });

  /** Sends one message to the address and answers what the runner shows of it. */
  async function lastOf(webhook: string, settings: Record<string, string> = {}) {
    dispatcher = await startDispatcher({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_SECRET_KEY: SECRET_KEY,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
      ...settings,
    });
    const { id } = await newRunner(database.dataSource, { webhook, touched: null });
    await database.dataSource
      .getRepository(Runner)
      .update(id, { webhookSecret: box.seal(SECRET, notificationSecretContext(id)) });
    const { id: projectId } = await newProject(database.dataSource);
    const { id: templateId } = await newTemplate(database.dataSource, { projectId });
    await launched(dispatcher, projectId, templateId);
    const targets = database.dataSource.getRepository(OutboxTarget);
    const { answerStatus, error } = await eventually(() => targets.findOneByOrFail({ targetId: id }));
    return [answerStatus, error];
  }

  const untouched = async () =>
    expect(await database.dataSource.query('select status from task')).toEqual([{ status: 'waiting' }]);

  it.each(['http://localhost:1/', 'http://2130706433/', 'http://[::ffff:127.0.0.1]/', 'http://169.254.169.254/latest'])(
    'should not reach %s',
    async (address) => {
      expect(await lastOf(address, { SWITCHYARD_OUTBOUND_ALLOW: 'none' })).toEqual([null, 'refused']);
      await untouched();
    },
  );

  it('should not reach this machine unless that is allowed', async () => {
    expect(await lastOf(sink.url, { SWITCHYARD_OUTBOUND_ALLOW: 'none' })).toEqual([null, 'refused']);
    expect(sink.calls).toEqual([]);
  });

  it('should not lead on to another address', async () => {
    const inside = await NotificationSink.open();
    sink.answer = (answer) => answer.writeHead(307, { location: inside.url }).end();
    expect(await lastOf(sink.url)).toEqual([307, 'redirected']);
    expect(inside.calls).toEqual([]);
    await inside.close();
  });

  it('should not fill the memory', async () => {
    sink.answer = flood;
    expect(await lastOf(sink.url)).toEqual([null, 'too_large']);
    await untouched();
  });

  it('should report that nobody listens', async () => {
    const gone = await NotificationSink.open();
    const { url } = gone;
    await gone.close();
    expect(await lastOf(url)).toEqual([null, 'unreachable']);
  });

  it('should be given up after a day', async () => {
    sink.answer = (answer) => answer.writeHead(500).end();
    await lastOf(sink.url);
    await database.dataSource.query(`update outbox_message set since = now() - interval '25 h', next_try = now()`);
    await database.dataSource.query('update outbox_target set held_until = now()');
    await dispatcher.get(QUEUE_BACKEND).queue(QueueName.delivery).add({ reason: 'test' });
    const [message] = await eventually(async () => {
      const found = await database.dataSource.getRepository(OutboxMessage).find();
      expect(found[0]?.ended).not.toBeNull();
      return found;
    });
    expect(message).toMatchObject({ status: 'dead', error: 'http_status', tries: 2 });
    await untouched();
  });

  it('should not be called when its secret cannot be opened', async () => {
    const settings = { SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64') };
    expect(await lastOf(sink.url, settings)).toEqual([null, 'secret_unreadable']);
    expect(sink.calls).toEqual([]);
  });
});
