import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { randomUUID } from 'node:crypto';
import { type AlertChannel, alertSecretContext, type AlertStatus, type AlertTest } from '@switchyard/contracts';
import { AlertChannel as ChannelRow, OutboxMessage, OutboxTarget, Project } from '@switchyard/database';
import { SecretBox } from '@switchyard/server';
import { signInAs } from '../../testing/client.js';
import { activities, type ProjectFixture, startProjectFixture } from '../../testing/project-fixture.js';

const CANARY = 'https://hooks.example/services/canary-secret-77';
let test: ProjectFixture;
let channels: string;

beforeAll(async () => {
  test = await startProjectFixture({
    SWITCHYARD_ALERT_SLACK_URL: 'https://hooks.example/server-canary',
    SWITCHYARD_ALERT_TELEGRAM_TOKEN: 'bot-canary',
  });
  channels = `${test.base}/alert_channels`;
});
afterAll(() => test.close());

const slack = (more: object = {}) => ({ name: 'ops', type: 'slack', events: ['failure'], url: CANARY, ...more });
const create = async (body: object): Promise<AlertChannel> => {
  const answer = await test.manager.post(channels, body);
  expect(answer.status).toBe(201);
  return answer.json<AlertChannel>();
};
const opened = async (id: number) => {
  const { secret } = await test.dataSource.manager.findOneByOrFail(ChannelRow, { id });
  return secret && (JSON.parse(test.app.get(SecretBox).openText(secret, alertSecretContext(id))) as object);
};

describe('alert channels', () => {
  it('should keep address and token as ciphertext and show them by no door', async () => {
    const made = await create(slack());
    expect(made).toEqual({
      id: expect.any(Number),
      project_id: test.projectId,
      name: 'ops',
      type: 'slack',
      active: true,
      events: ['failure'],
      target: 'hooks.example',
      last: null,
    });
    expect(await opened(made.id)).toEqual({ url: CANARY, token: '' });
    const [row] = await test.dataSource.query<object[]>('select * from alert_channel where id = $1', [made.id]);
    const seen = await Promise.all(
      [channels, `${channels}/${made.id}`, `${test.base}/events`, `${test.base}/alert_deliveries`].map((path) =>
        test.manager.get(path),
      ),
    );
    const output = [JSON.stringify(row), ...seen.map(({ text }) => text), test.logged()].join('\n');
    expect(output).not.toMatch(/canary/);
    expect(await activities(test, 1)).toEqual(['channel: Alert channel ops created']);
  });

  it('should change address and token together alone, so that no token goes elsewhere', async () => {
    const gotify = { name: 'push', type: 'gotify', events: [], url: 'https://push.example', token: 'secret-token' };
    const { id } = await create(gotify);
    const put = (body: object) => test.manager.put(`${channels}/${id}`, { ...gotify, ...body });
    expect((await put({ name: 'renamed', url: 'https://evil.example', token: '' })).status).toBe(204);
    expect(await opened(id)).toEqual({ url: 'https://push.example', token: 'secret-token' });
    expect((await put({ url: 'https://evil.example', token: '', override_secret: true })).status).toBe(400);
    expect((await put({ type: 'webhook' })).status).toBe(400);
    expect((await put({ url: 'https://new.example', token: 'other', override_secret: true })).status).toBe(204);
    expect(await opened(id)).toEqual({ url: 'https://new.example', token: 'other' });
    expect((await test.manager.get(`${channels}/${id}`)).json<AlertChannel>().target).toBe('new.example');
  });

  it.each([
    [slack({ url: 'javascript:alert(1)' }), 'url'],
    [slack({ url: 'http://a\nb' }), 'url'],
    [slack({ url: '' }), 'url'],
    [slack({ name: 'a\r\nBcc: x' }), 'name'],
    [slack({ events: ['everything'] }), 'events'],
    [{ name: 'm', type: 'email', events: [], target: 'a@example.com\nBcc: b@example.com' }, 'target'],
    [{ name: 'm', type: 'email', events: [], target: 'nobody' }, 'target'],
    [{ name: 't', type: 'telegram', events: [], target: '../../x', token: 'a' }, 'target'],
    [{ name: 't', type: 'telegram', events: [], target: '-1', token: 'a b' }, 'token'],
    [{ name: 't', type: 'telegram', events: [], target: '-1' }, 'token'],
    [{ name: 'g', type: 'gotify', events: [], url: 'https://push.example' }, 'token'],
  ])('should answer 400 to %j and store nothing', async (body, member) => {
    const before = await test.dataSource.manager.count(ChannelRow);
    const answer = await test.manager.post(channels, body);
    expect([answer.status, answer.json<{ issues: { path: string[] }[] }>().issues[0]?.path[0]]).toEqual([400, member]);
    expect(await test.dataSource.manager.count(ChannelRow)).toBe(before);
  });

  it('should have the bounds of a list', async () => {
    const target = Array.from({ length: 11 }, (_, i) => `a${i}@example.com`).join(',');
    expect((await test.manager.post(channels, { name: 'm', type: 'email', events: [], target })).status).toBe(400);
  });
});

describe('sent alerts', () => {
  it('should show what a test and others came to, and send a dead one again', async () => {
    const { id } = await create(slack());
    const answer = await test.manager.post(`${channels}/${id}/test`);
    expect(answer.status).toBe(201);
    const { id: delivery } = answer.json<AlertTest>();
    const state = async () => (await test.manager.get(`${test.base}/alert_deliveries`)).json<AlertStatus>();
    const found = async () => (await state()).deliveries.find((each) => each.id === delivery);
    expect(await found()).toMatchObject({ event: 'test', target: 'ops', status: 'pending', tries: 0, error: null });
    expect((await state()).server).toEqual(['slack', 'telegram']);
    const again = async (wanted: string) =>
      (await test.manager.post(`${test.base}/alert_deliveries/${wanted}/send_again`)).status;
    expect([await again(delivery), await again(randomUUID()), await again(test.foreign.alertId)]).toEqual([
      400, 404, 404,
    ]);
    const dead = { status: 'dead', ended: new Date(), error: 'unreachable' } as const;
    await test.dataSource.manager.update(OutboxMessage, { id: delivery }, dead);
    const known = { kind: 'alert_channel', targetId: id, answered: new Date(), error: 'unreachable' } as const;
    await test.dataSource.manager.insert(OutboxTarget, known);
    expect((await test.manager.get(`${channels}/${id}`)).json<AlertChannel>().last?.error).toMatchObject({
      code: 'unreachable',
    });
    expect(await again(delivery)).toBe(204);
    expect(await found()).toMatchObject({ status: 'pending', tries: 0 });
  });

  it('should be seen and tried by those who manage the project alone', async () => {
    const guest = await signInAs(test, test.projectId, 'guest');
    expect((await guest.get(`${test.base}/alert_deliveries`)).status).toBe(403);
    expect((await guest.post(`${channels}/1/test`)).status).toBe(403);
    expect((await test.manager.post(`${channels}/${test.foreign.channelId}/test`)).status).toBe(404);
  });

  it('should try every channel at once, when alerts are on', async () => {
    const all = `${test.base}/notifications/test`;
    expect((await test.manager.post(all)).status).toBe(409);
    await test.dataSource.manager.update(Project, { id: test.projectId }, { alert: true });
    const before = await test.dataSource.manager.countBy(OutboxMessage, { projectId: test.projectId });
    expect((await test.manager.post(all)).status).toBe(204);
    const active = await test.dataSource.manager.countBy(ChannelRow, { projectId: test.projectId, active: true });
    const after = await test.dataSource.manager.countBy(OutboxMessage, { projectId: test.projectId });
    expect(after - before).toBe(active + 2);
  });

  it('should be tried so often, then once in a while', async () => {
    const all = `${test.base}/notifications/test`;
    const answers = await Promise.all(Array.from({ length: 12 }, () => test.manager.post(all)));
    expect(answers.filter(({ status }) => status === 429).length).toBeGreaterThanOrEqual(2);
  });
});
