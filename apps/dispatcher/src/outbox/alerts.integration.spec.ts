import { randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { alertSecretContext } from '@switchyard/contracts';
import { AlertChannel, OutboxMessage, OutboxTarget, Project, ProjectMember } from '@switchyard/database';
import { migratedDatabase, type MigratedDatabase, newProject, newUser } from '@switchyard/database/testing';
import { type Engine, sendTestAlert, type TestTarget } from '@switchyard/engine';
import { parseSecretKey, SecretBox } from '@switchyard/server';
import { eventually, startMailSink } from '@switchyard/testing';
import { ENGINE } from '../infrastructure/infrastructure.js';
import { startDispatcher } from '../testing/dispatcher-under-test.js';
import { NotificationSink } from '../testing/webhook-sink.js';
import { Outbox } from './outbox.js';

const SECRET_KEY = randomBytes(32).toString('base64');
const box = new SecretBox(parseSecretKey(SECRET_KEY));
const SLACK = 1;
const TELEGRAM = 3;

describe('alerts on their way', () => {
  let database: MigratedDatabase;
  let dispatcher: INestApplicationContext;
  let sink: NotificationSink;
  let project: Project;

  beforeAll(async () => {
    database = await migratedDatabase();
  });
  beforeEach(async () => {
    sink = await NotificationSink.open();
    project = await newProject(database.dataSource, { alert: true, alertChat: '-200' });
  });
  afterEach(async () => {
    await dispatcher.close();
    await sink.close();
    await database.dataSource.query('delete from project');
    await database.dataSource.query('delete from outbox_target');
  });
  afterAll(() => database.drop());

  const start = (settings: Record<string, string> = {}) =>
    startDispatcher({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_SECRET_KEY: SECRET_KEY,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
      SWITCHYARD_ALERT_TELEGRAM_URL: sink.origin,
      ...settings,
    });
  const channel = async (url: string, row: Partial<AlertChannel> = {}) => {
    const { manager } = database.dataSource;
    const made = manager.create(AlertChannel, { projectId: project.id, name: 'c', type: 'slack', ...row });
    const { id } = await manager.save(made);
    const secret = box.seal(JSON.stringify({ url, token: '' }), alertSecretContext(id));
    await manager.update(AlertChannel, { id }, { secret });
    return id;
  };
  const send = (...targets: TestTarget[]) =>
    sendTestAlert(dispatcher.get<Engine>(ENGINE), { id: project.id, name: project.name }, targets);
  const toChannel = (targetId: number) => send({ kind: 'alert_channel', targetId });
  const deliveries = () => database.dataSource.getRepository(OutboxMessage).find({ order: { created: 'ASC' } });
  const target = (targetId: number) =>
    database.dataSource.getRepository(OutboxTarget).findOneByOrFail({ targetId, kind: 'alert_channel' });
  const retryNow = async () => {
    await database.dataSource.query('update outbox_message set next_try = now() where ended is null');
    await database.dataSource.query('update outbox_target set held_until = now()');
    await dispatcher.get(Outbox).run();
  };

  it('should try again until the receiver has recovered, and lose nothing', async () => {
    sink.answer = (answer, count) => answer.writeHead(count === 1 ? 500 : 200).end();
    const id = await channel(sink.url);
    dispatcher = await start();
    await toChannel(id);
    await eventually(async () => expect(await target(id)).toMatchObject({ answerStatus: 500, failures: 1 }));
    expect(await deliveries()).toMatchObject([{ status: 'pending', tries: 1, error: 'http_status' }]);
    await retryNow();
    await eventually(async () => expect(await deliveries()).toMatchObject([{ status: 'delivered', tries: 2 }]));
    expect(new Set(sink.calls.map(({ body }) => body)).size).toBe(1);
  });

  it('should be dead in the end, and not wait for a receiver that hangs', async () => {
    const hanging = await NotificationSink.open();
    hanging.answer = () => undefined;
    const [stuck, gone] = [await channel(hanging.url), await channel('http://127.0.0.1:1/')];
    dispatcher = await start();
    await toChannel(stuck);
    await toChannel(gone);
    await eventually(async () => expect(await target(gone)).toMatchObject({ error: 'unreachable' }));
    await database.dataSource.query(`update outbox_message set since = now() - interval '25 h' where target_id = $1`, [
      gone,
    ]);
    await retryNow();
    await eventually(async () =>
      expect((await deliveries()).find(({ targetId }) => targetId === gone)).toMatchObject({ status: 'dead' }),
    );
    expect((await deliveries()).find(({ targetId }) => targetId === stuck)).toMatchObject({ status: 'sending' });
    await hanging.close();
  });

  it('should send nothing to a channel that was switched off, but for a test', async () => {
    const id = await channel(sink.url, { active: false });
    dispatcher = await start();
    await database.dataSource.query(
      `insert into outbox_message (id, kind, target_id, project_id, payload)
         values (gen_random_uuid(), 'alert_channel', $1, $2, '{"event":"failure"}')`,
      [id, project.id],
    );
    await dispatcher.get(Outbox).run();
    await eventually(async () =>
      expect(await deliveries()).toMatchObject([{ status: 'dead', error: 'target_removed' }]),
    );
    await toChannel(id);
    await eventually(() => expect(sink.calls).toHaveLength(1));
  });

  it('should send to the channels of the server, and to the Telegram chat of the project', async () => {
    dispatcher = await start({
      SWITCHYARD_ALERT_SLACK_URL: sink.url,
      SWITCHYARD_ALERT_TELEGRAM_TOKEN: 'bot',
      SWITCHYARD_ALERT_TELEGRAM_CHAT: '-100',
    });
    await send({ kind: 'alert_server', targetId: SLACK }, { kind: 'alert_server', targetId: TELEGRAM });
    await eventually(() => expect(sink.calls).toHaveLength(2));
    const telegram = sink.calls.find(({ path }) => path === '/botbot/sendMessage');
    expect(JSON.parse(telegram?.body ?? '{}')).toMatchObject({ chat_id: '-200' });
  });

  it('should mail members and administrators alone, once the mail server is back', async () => {
    const mails = await startMailSink();
    const { port } = new URL(mails.url);
    await mails.remove();
    const { id: userId, email } = await newUser(database.dataSource, { alert: true });
    const { id: stranger } = await newUser(database.dataSource, { alert: true });
    const admin = await newUser(database.dataSource, { alert: true, admin: true });
    await database.dataSource.manager.insert(ProjectMember, { projectId: project.id, userId, role: 'guest' });
    dispatcher = await start({ SWITCHYARD_SMTP_URL: mails.url, SWITCHYARD_SMTP_FROM: 'ci@example.com' });
    await send(...[userId, admin.id, stranger].map((targetId) => ({ kind: 'alert_user', targetId }) as const));
    await eventually(async () =>
      expect((await deliveries()).map(({ status, error }) => [status, error]).toSorted()).toEqual([
        ['dead', 'target_removed'],
        ['pending', 'unreachable'],
        ['pending', 'unreachable'],
      ]),
    );
    const back = await startMailSink({ port: Number(port) });
    await retryNow();
    await eventually(() =>
      expect(back.mails.map(({ to }) => to).toSorted()).toEqual([[email], [admin.email]].toSorted()),
    );
    await back.remove();
  });
});
