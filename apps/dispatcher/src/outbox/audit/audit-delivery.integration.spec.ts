import { createHmac, randomBytes } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, jest } from '@jest/globals';
import type { INestApplicationContext } from '@nestjs/common';
import { AuditBatch, auditReceiverContext, type DeliveryChange, NotificationHeader } from '@switchyard/contracts';
import { AuditReceiver, OutboxMessage, OutboxTarget } from '@switchyard/database';
import { migratedDatabase, type MigratedDatabase } from '@switchyard/database/testing';
import type { Engine } from '@switchyard/engine';
import { parseSecretKey, SecretBox, StreamClient } from '@switchyard/server';
import { eventually, startRsyslog, type TestRsyslog } from '@switchyard/testing';
import { dispatcherConfigSchema } from '../../config.js';
import { ENGINE, LazySecretBox } from '../../infrastructure/infrastructure.js';
import { Outbox } from '../outbox.js';
import { keptLog, startDispatcher } from '../../testing/dispatcher-under-test.js';
import { NotificationSink } from '../../testing/webhook-sink.js';
import { AuditDelivery } from './audit-delivery.js';
import { AuditSender } from './audit-sender.js';

const SECRET_KEY = randomBytes(32).toString('base64');
const box = new SecretBox(parseSecretKey(SECRET_KEY));
const TOKEN = 'signing-secret';
const allow = ['127.0.0.1'];

let database: MigratedDatabase;
let sink: NotificationSink;
let delivery: AuditDelivery;
let announced: DeliveryChange[];
beforeAll(async () => {
  database = await migratedDatabase(10);
});
afterAll(() => database.drop());
beforeEach(async () => {
  announced = [];
  sink = await NotificationSink.open();
  delivery = newDelivery();
});
afterEach(async () => {
  await delivery.onModuleDestroy();
  await sink.close();
  await database.dataSource.query('truncate audit_receiver, audit, outbox_message, outbox_target');
});

function newDelivery(streams = new StreamClient({ allow })): AuditDelivery {
  const config = dispatcherConfigSchema.parse({
    SWITCHYARD_DATABASE_URL: database.url,
    SWITCHYARD_SECRET_KEY: SECRET_KEY,
    SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
  });
  return new AuditDelivery(
    database.dataSource,
    new AuditSender(new LazySecretBox(config), config, streams),
    { signals: { deliveryListsChanged: (changes) => announced.push(...changes) } },
    keptLog().logger,
  );
}

async function receiver(url: string, row: Partial<AuditReceiver> = {}): Promise<number> {
  const { manager } = database.dataSource;
  const type = url.startsWith('http') ? 'webhook' : 'syslog';
  const { id } = await manager.save(manager.create(AuditReceiver, { name: 'r', type, position: 0, ...row }));
  const secret = box.seal(JSON.stringify({ url, token: type === 'webhook' ? TOKEN : '' }), auditReceiverContext(id));
  await manager.update(AuditReceiver, { id }, { secret });
  return id;
}

const state = (id: number): Promise<AuditReceiver> =>
  database.dataSource.manager.findOneByOrFail(AuditReceiver, { id });

const record = (actions: readonly string[], outcome = 'done'): Promise<unknown> =>
  database.dataSource.query('insert into audit (action, outcome) select action, $2 from unnest($1::text[]) action', [
    actions,
    outcome,
  ]);

/** Runs until it is so: transactions of other databases of the server put off what settles. */
const runUntil = (check: () => Promise<unknown>, by = [delivery]): Promise<unknown> =>
  eventually(async () => {
    await Promise.all(by.map((each) => each.run()));
    await check();
  });

const batches = () => sink.calls.map(({ body }) => AuditBatch.parse(JSON.parse(body)));
const received = (): string[] => batches().flatMap(({ records }) => records.map(({ action }) => action));

/** Tries at once what waits for its next try. */
async function tryNow(): Promise<void> {
  await database.dataSource.query('update audit_receiver set next_try = now() where claim is null');
  await delivery.run();
}

describe('the audit log on its way to a webhook', () => {
  it('should arrive signed, each record once and in its order', async () => {
    const id = await receiver(sink.url);
    await record(['a', 'b', 'c']);
    await runUntil(async () => expect(await state(id)).toMatchObject({ claim: null, delivered: expect.any(Date) }));
    expect(received()).toEqual(['a', 'b', 'c']);
    const [{ headers, body }] = sink.calls as [(typeof sink.calls)[number]];
    const signed = `${String(headers[NotificationHeader.timestamp])}.${body}`;
    const signature = createHmac('sha256', TOKEN).update(signed).digest('hex');
    expect(headers[NotificationHeader.signature]).toBe(`sha256=${signature}`);
    expect(announced).toEqual([{ projectId: null, of: 'audit' }]);
    await tryNow();
    expect(sink.calls).toHaveLength(1);
  });

  it('should come again with the same id after a failure, and lose nothing', async () => {
    sink.answer = (answer, count) => answer.writeHead(count < 3 ? 503 : 200).end();
    const id = await receiver(sink.url);
    await record(['a', 'b']);
    await runUntil(async () =>
      expect(await state(id)).toMatchObject({ failures: 1, answerStatus: 503, error: 'http_status' }),
    );
    await eventually(() => expect(announced).toEqual([{ projectId: null, of: 'audit' }]));
    await record(['c']);
    await tryNow();
    await eventually(async () => expect(await state(id)).toMatchObject({ failures: 2, claim: null }));
    await tryNow();
    await runUntil(async () => expect(received().at(-1)).toBe('c'));
    await eventually(async () => expect(await state(id)).toMatchObject({ failures: 0, failed: null, claim: null }));
    expect(received()).toEqual(['a', 'b', 'a', 'b', 'a', 'b', 'c']);
    const ids = sink.calls.map(({ headers }) => headers[NotificationHeader.delivery]);
    expect([ids[0] === ids[1], ids[1] === ids[2], ids[2] === ids[3]]).toEqual([true, true, false]);
  });

  it('should rest longer with each failure, and as long as the receiver asks for', async () => {
    sink.answer = (answer) => answer.writeHead(429, { 'retry-after': '600' }).end();
    const id = await receiver(sink.url);
    await record(['a']);
    await runUntil(async () => expect((await state(id)).failures).toBe(1));
    const { nextTry, failed } = await state(id);
    expect((nextTry.getTime() - (failed?.getTime() ?? 0)) / 1000).toBeCloseTo(600, 0);
  });

  it('should wait for a transaction that took an id before', async () => {
    const id = await receiver(sink.url);
    const open = database.dataSource.createQueryRunner();
    await open.startTransaction();
    await open.query(`insert into audit (action) values ('first')`);
    await record(['second']);
    await delivery.run();
    await delivery.run();
    expect(received()).toEqual([]);
    await open.commitTransaction();
    await open.release();
    await eventually(async () => {
      await tryNow();
      expect(received()).toEqual(['first', 'second']);
    });
    expect((await state(id)).failures).toBe(0);
  });

  it('should arrive in batches, once with two dispatchers', async () => {
    const id = await receiver(sink.url);
    const actions = Array.from({ length: 1_200 }, (_, i) => `a${i}`);
    await record(actions);
    const other = newDelivery();
    await runUntil(
      async () => expect(await state(id)).toMatchObject({ claim: null, batch: null, delivered: expect.any(Date) }),
      [delivery, other],
    );
    await other.onModuleDestroy();
    expect(batches().map(({ records }) => records.length)).toEqual([500, 500, 200]);
    expect(received()).toEqual(actions);
  });

  it('should not go to a receiver that is switched off, nor keep one from another that fails', async () => {
    const gone = await receiver('http://127.0.0.1:1/');
    const off = await receiver(sink.url, { active: false });
    const on = await receiver(sink.url);
    await record(['a']);
    await runUntil(async () => expect(await state(gone)).toMatchObject({ error: 'unreachable', failures: 1 }));
    await eventually(async () => expect(await state(on)).toMatchObject({ claim: null, failures: 0 }));
    expect(received()).toEqual(['a']);
    expect((await state(off)).position).toBe(0);
  });
});

describe('the audit log on its way to rsyslog', () => {
  let rsyslog: TestRsyslog;
  afterEach(() => rsyslog.remove());

  it('should arrive over TLS as messages of RFC 5424, in order', async () => {
    rsyslog = await startRsyslog();
    const trusting = newDelivery(new StreamClient({ allow, ca: rsyslog.ca }));
    const id = await receiver(rsyslog.address);
    await record(['keys.create']);
    await record(['login.create'], 'refused');
    await runUntil(
      async () => expect(await state(id)).toMatchObject({ claim: null, delivered: expect.any(Date) }),
      [trusting],
    );
    await eventually(async () => expect(await rsyslog.received()).toHaveLength(2));
    const messages = await rsyslog.received();
    expect(messages).toMatchObject([
      { pri: 13 * 8 + 5, version: 1, app: 'switchyard', kind: 'audit' },
      { pri: 13 * 8 + 4, version: 1, app: 'switchyard', kind: 'audit' },
    ]);
    const texts = messages.map(({ text }) => JSON.parse(text) as { action: string; at: string });
    expect(texts.map(({ action }) => action)).toEqual(['keys.create', 'login.create']);
    expect(new Date(messages[0]?.time ?? '')).toEqual(new Date(texts[0]?.at ?? ''));
    await trusting.onModuleDestroy();
  });

  it('should not go to a server whose certificate is not trusted', async () => {
    rsyslog = await startRsyslog();
    const id = await receiver(rsyslog.address);
    await record(['a']);
    await runUntil(async () => expect(await state(id)).toMatchObject({ error: 'certificate', position: 0 }));
    expect(await rsyslog.received()).toEqual([]);
  });

  it('should not go to an address that is not permitted', async () => {
    rsyslog = await startRsyslog({ tls: false });
    const guarded = newDelivery(new StreamClient());
    const id = await receiver(rsyslog.address);
    await record(['a']);
    await runUntil(async () => expect(await state(id)).toMatchObject({ error: 'refused', position: 0 }), [guarded]);
    await guarded.onModuleDestroy();
  });

  it('should arrive over plain TCP, a large record without what was changed', async () => {
    rsyslog = await startRsyslog({ tls: false });
    const id = await receiver(rsyslog.address);
    const before = JSON.stringify({ name: 'é'.repeat(5_000) });
    await database.dataSource.query('insert into audit (action, before) values ($1, $2)', ['keys.update', before]);
    await runUntil(async () => expect(await rsyslog.received()).toHaveLength(1));
    const [message] = await rsyslog.received();
    expect(JSON.parse(message?.text ?? '')).toMatchObject({ action: 'keys.update', before: null, cut: true });
    await eventually(async () => expect((await state(id)).failed).toBeNull());
  });
});

describe('a test of a receiver', () => {
  let dispatcher: INestApplicationContext;
  beforeEach(async () => {
    dispatcher = await startDispatcher({
      SWITCHYARD_DATABASE_URL: database.url,
      SWITCHYARD_SECRET_KEY: SECRET_KEY,
      SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
    });
  });
  afterEach(() => dispatcher.close());

  it('should be one try of a message without records', async () => {
    sink.answer = (answer, count) => answer.writeHead(count === 1 ? 500 : 204).end();
    const targetId = await receiver(sink.url, { active: false });
    const test = async (): Promise<OutboxTarget> => {
      await database.dataSource.query('update outbox_target set held_until = now()');
      const id = crypto.randomUUID();
      const message = { id, kind: 'audit_receiver', targetId, projectId: null, payload: {} } as const;
      await database.dataSource.manager.insert(OutboxMessage, message);
      await dispatcher.get(Outbox).run();
      await eventually(async () =>
        expect(await database.dataSource.manager.findOneByOrFail(OutboxMessage, { id })).toMatchObject({
          tries: 1,
          ended: expect.any(Date),
        }),
      );
      return database.dataSource.manager.findOneByOrFail(OutboxTarget, { kind: 'audit_receiver', targetId });
    };
    const lists = jest.spyOn(dispatcher.get<Engine>(ENGINE).signals, 'deliveryListsChanged');
    expect(await test()).toMatchObject({ error: 'http_status', answerStatus: 500 });
    await eventually(() => expect(lists.mock.calls).toEqual([[[{ projectId: null, of: 'audit' }]]]));
    expect(await test()).toMatchObject({ error: null });
    expect(batches()).toEqual([
      { event: 'audit.test', records: [] },
      { event: 'audit.test', records: [] },
    ]);
  });
});
