import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import {
  type Runner,
  type RunnerDelivery,
  type RunnerWithSecrets,
  type NotificationSecret,
  notificationSecretContext,
} from '@switchyard/contracts';
import { OutboxMessage, Runner as RunnerRow } from '@switchyard/database';
import { newRunner } from '@switchyard/database/testing';
import { parseSecretKey, SecretBox } from '@switchyard/server';
import { signInAs } from '../testing/client.js';
import { startProjectFixture, type ProjectFixture } from '../testing/project-fixture.js';

const webhook = 'https://hooks.example/start';
let test: ProjectFixture;

beforeAll(async () => {
  test = await startProjectFixture();
});
afterAll(() => test.close());

const create = async (body: object) => (await test.admin.post('/api/runners', body)).json<RunnerWithSecrets>();

/** The secret as the dispatcher will find it. */
async function stored(id: number): Promise<string | null> {
  const { webhookSecret } = await test.dataSource.getRepository(RunnerRow).findOneByOrFail({ id });
  const box = new SecretBox(parseSecretKey(test.config.SWITCHYARD_SECRET_KEY ?? ''));
  return webhookSecret && box.openText(webhookSecret, notificationSecretContext(id));
}

describe('the webhook of a runner', () => {
  it('should have a secret that is shown once and kept as ciphertext', async () => {
    const { id, webhook_secret: secret } = await create({ name: 'hooked', webhook });
    expect(secret).toMatch(/^swhook_.{32,}$/);
    expect(await stored(id)).toBe(secret);
    const [row] = await test.dataSource.query<object[]>('select * from runner where id = $1', [id]);
    const seen = [await test.admin.get('/api/runners'), await test.admin.get(`/api/runners/${id}`)];
    expect([JSON.stringify(row), ...seen.map(({ text }) => text)].join()).not.toContain(secret);
    expect(seen.map(({ text }) => text).join()).not.toContain('webhook_secret');
  });

  it('should have none without an address, and get one with it', async () => {
    const { id, webhook_secret: none } = await create({ name: 'later' });
    expect([none, await stored(id)]).toEqual([null, null]);
    expect((await test.admin.post(`/api/runners/${id}/webhook_secret`)).status).toBe(400);
    const put = (name: string) => test.admin.put(`/api/runners/${id}`, { name, webhook });
    await put('with an address');
    const first = await stored(id);
    await put('with another name');
    expect([first, await stored(id)]).toEqual([expect.stringContaining('swhook_'), first]);
  });

  it('should get a new secret by a rotation, and by a call that leaves the identity alone', async () => {
    const first = await create({ name: 'rotated', webhook });
    const path = `/api/runners/${first.id}`;
    const second = (await test.admin.post(`${path}/rotate`)).json<RunnerWithSecrets>();
    expect(await stored(first.id)).toBe(second.webhook_secret);
    const identity = await test.dataSource.query<object[]>('select token_hash, public_key from runner where id = $1', [
      first.id,
    ]);
    const third = (await test.admin.post(`${path}/webhook_secret`)).json<NotificationSecret>();
    expect(await stored(first.id)).toBe(third.webhook_secret);
    expect(new Set([first.webhook_secret, second.webhook_secret, third.webhook_secret]).size).toBe(3);
    expect(await test.dataSource.query('select token_hash, public_key from runner where id = $1', [first.id])).toEqual(
      identity,
    );
  });

  it('should be renewed by who manages the project of the runner alone', async () => {
    const { id } = await newRunner(test.dataSource, { webhook });
    expect((await test.manager.post(`${test.base}/runners/${id}/webhook_secret`)).status).toBe(404);
    const own = await newRunner(test.dataSource, { webhook, projectId: test.projectId, tags: ['own'] });
    const answer = await test.manager.post(`${test.base}/runners/${own.id}/webhook_secret`);
    expect([answer.status, answer.json<NotificationSecret>().webhook_secret]).toEqual([200, await stored(own.id)]);
  });

  it('should show its last answer', async () => {
    const { id } = await create({ name: 'answered', webhook });
    const last = async () => (await test.admin.get(`/api/runners/${id}`)).json<Runner>().webhook_last;
    expect(await last()).toBeNull();
    const at = '2026-01-02T03:04:05.678Z';
    await test.dataSource.query(
      `insert into outbox_target (kind, target_id, answered, answer_status, error)
         values ('runner_webhook', $1, $2, 502, 'http_status')`,
      [id, at],
    );
    expect(await last()).toEqual({
      at,
      status: 502,
      error: expect.stringContaining('error status'),
      code: 'http_status',
    });
  });

  const write = async (runnerId: number, row: Partial<OutboxMessage> = {}): Promise<string> => {
    const id = randomUUID();
    const payload = { event: 'task.queued', task_id: 7, project_id: 3 };
    const values = { id, kind: 'runner_webhook', targetId: runnerId, payload, ...row };
    await test.dataSource.getRepository(OutboxMessage).insert(values as object);
    return id;
  };

  it('should show its latest deliveries and send a dead one again', async () => {
    const { id } = await create({ name: 'delivering', webhook });
    const path = `/api/runners/${id}/deliveries`;
    const ended = new Date();
    const dead = await write(id, { status: 'dead', tries: 40, ended, error: 'unreachable' });
    const pending = await write(id, { tries: 2, answerStatus: 503, error: 'http_status' });
    await write((await newRunner(test.dataSource)).id);
    const list = async () => (await test.admin.get(path)).json<RunnerDelivery[]>();
    const facts = { event: 'task.queued', task_id: 7, project_id: 3 };
    expect(await list()).toEqual([
      expect.objectContaining({
        id: pending,
        ...facts,
        status: 'pending',
        tries: 2,
        next_try: expect.any(String),
        ended: null,
        error: { code: 'http_status', text: expect.stringContaining('error status'), status: 503 },
      }),
      expect.objectContaining({
        id: dead,
        ...facts,
        status: 'dead',
        tries: 40,
        next_try: null,
        ended: ended.toISOString(),
        error: { code: 'unreachable', text: 'The connection failed', status: null },
      }),
    ]);
    const again = async (delivery: string) => (await test.admin.post(`${path}/${delivery}/send_again`)).status;
    expect([await again(dead), await again(pending), await again(randomUUID()), await again('7')]).toEqual([
      204, 400, 404, 404,
    ]);
    expect((await list()).find((each) => each.id === dead)).toMatchObject({ status: 'pending', tries: 0, ended: null });
  });

  it('should show deliveries to who may edit the runner alone', async () => {
    const own = await newRunner(test.dataSource, { webhook, projectId: test.projectId, tags: ['own'] });
    const shared = await newRunner(test.dataSource, { webhook });
    const dead = await write(own.id, { status: 'dead', ended: new Date() });
    const reader = await signInAs(test, test.projectId, 'guest');
    const path = (id: number) => `${test.base}/runners/${id}/deliveries`;
    expect((await test.manager.get(path(own.id))).json<RunnerDelivery[]>()).toHaveLength(1);
    expect((await test.manager.get(path(shared.id))).status).toBe(404);
    expect((await test.manager.get(`/api/runners/${own.id}/deliveries`)).status).toBe(403);
    expect((await reader.get(path(own.id))).status).toBe(403);
    expect((await reader.post(`${path(own.id)}/${dead}/send_again`)).status).toBe(403);
    expect((await test.manager.post(`${path(own.id)}/${dead}/send_again`)).status).toBe(204);
  });
});
