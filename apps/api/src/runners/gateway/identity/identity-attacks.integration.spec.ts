import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import {
  OLDEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
  RUNNER_HEADERS,
  type Runner,
  type RunnerWithSecrets,
} from '@switchyard/contracts';
import { RunnerClient } from '../../../testing/runner-client.js';
import { startProjectFixture, type ProjectFixture } from '../../../testing/project-fixture.js';

const HOUR = 3_600_000;

describe('a call of a runner whose identity does not hold', () => {
  let test: ProjectFixture;
  let mine: RunnerClient;
  let other: RunnerClient;
  beforeAll(async () => {
    test = await startProjectFixture();
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    [mine, other] = await Promise.all([RunnerClient.create(test), RunnerClient.create(test)]);
  });

  const refusal = (code: string) => ({ status: 401, body: { error: code, code, params: {} } });
  const body = Buffer.from(JSON.stringify({ held: [] }));

  const refusedOf = async ({ runner }: RunnerClient): Promise<string | null> =>
    (await test.admin.get(`/api/runners/${runner.id}`)).json<Runner>().refused?.reason ?? null;

  it.each([
    ['does not trust the key of the server', 'server_key', 204, (client: RunnerClient) => client.call('distrust')],
    [
      'is not signed by its key',
      'signature',
      401,
      (client: RunnerClient) => client.heartbeat({ key: randomBytes(32) }),
    ],
    ['is of another version', 'protocol', 400, (client: RunnerClient) => client.heartbeat({ protocol: '0' })],
  ] as const)(
    'should be shown as the reason why the runner cannot connect when it %s',
    async (_, reason, status, call) => {
      expect(await refusedOf(mine)).toBeNull();
      expect((await call(mine)).status).toBe(status);
      expect(await refusedOf(mine)).toBe(reason);
      expect((await mine.heartbeat()).status).toBe(200);
      expect(await refusedOf(mine)).toBeNull();
    },
  );

  it('should be let in when it does', async () => {
    expect(await mine.heartbeat()).toMatchObject({ status: 200, body: { orders: [], stale: [] } });
  });

  it('should be refused with a token that nobody has', async () => {
    expect(await mine.heartbeat({ token: randomBytes(24).toString('base64url') })).toMatchObject(
      refusal('UNKNOWN_RUNNER'),
    );
    expect(await mine.heartbeat({ token: '' })).toMatchObject(refusal('UNKNOWN_RUNNER'));
  });

  it('should be refused with the token of another runner and its own key', async () => {
    expect(await mine.heartbeat({ token: other.token })).toMatchObject(refusal('BAD_SIGNATURE'));
  });

  it('should be refused with its own token and another key', async () => {
    expect(await mine.heartbeat({ key: randomBytes(32) })).toMatchObject(refusal('BAD_SIGNATURE'));
  });

  it.each([
    ['another body', { signedBody: Buffer.from('{"held":[{}]}') }],
    ['another call', { path: '/api/runner-gateway/finish' }],
  ])('should be refused when the signature is that of %s', async (_what, bent) => {
    expect(await mine.heartbeat(bent)).toMatchObject(refusal('BAD_SIGNATURE'));
  });

  it('should be refused without a signature, and with one of the wrong length', async () => {
    for (const signature of ['', 'ab', 'g'.repeat(64), 'A'.repeat(10_000)]) {
      const request = mine.request('heartbeat', body);
      request.headers[RUNNER_HEADERS.signature] = signature;
      expect(await mine.send(request)).toMatchObject(refusal('BAD_SIGNATURE'));
    }
  });

  it('should be refused when it is played again', async () => {
    const request = mine.request('heartbeat', body);
    expect((await mine.send(request)).status).toBe(200);
    expect(await mine.send(request)).toMatchObject(refusal('REPLAYED'));
  });

  it('should be refused when it is played again after five minutes', async () => {
    expect(await mine.heartbeat({ timeMs: Date.now() - 300_000 })).toMatchObject(refusal('CLOCK_SKEW'));
  });

  it('should be refused when it is played again after a rotation', async () => {
    const recorded = mine.request('heartbeat', body);
    const answer = await test.admin.post(`/api/runners/${mine.runner.id}/rotate`);
    expect(answer.status).toBe(200);
    expect(await mine.send(recorded)).toMatchObject(refusal('UNKNOWN_RUNNER'));
    const { token } = answer.json<RunnerWithSecrets>();
    expect(await mine.heartbeat({ token })).toMatchObject(refusal('BAD_SIGNATURE'));
  });

  it('should be refused when only its time was changed to play it again', async () => {
    const request = mine.request('heartbeat', body, { timeMs: Date.now() - 300_000 });
    request.headers[RUNNER_HEADERS.time] = String(Date.now());
    expect(await mine.send(request)).toMatchObject(refusal('BAD_SIGNATURE'));
  });

  it.each([-24 * HOUR, -HOUR, HOUR, 24 * HOUR])(
    'should receive the time of the control plane when its clock is %d ms off, and be let in by that',
    async (offset) => {
      const refused = await mine.heartbeat({ timeMs: Date.now() + offset });
      expect(refused).toMatchObject(refusal('CLOCK_SKEW'));
      const serverTime = Number(refused.headers.get(RUNNER_HEADERS.time));
      expect((await mine.heartbeat({ timeMs: serverTime })).status).toBe(200);
    },
  );

  it.each(['', 'now', '-1', '1e12', '99999999999999999999'])('should be refused with the time "%s"', async (time) => {
    const request = mine.request('heartbeat', body);
    request.headers[RUNNER_HEADERS.time] = time;
    expect((await mine.send(request)).status).toBe(401);
  });

  it.each([
    ['no nonce', ''],
    ['a short nonce', 'short'],
    ['a long nonce', 'x'.repeat(65)],
  ])('should be refused with %s', async (_what, nonce) => {
    expect(await mine.heartbeat({ nonce })).toMatchObject(refusal('REPLAYED'));
  });

  it.each([String(OLDEST_PROTOCOL_VERSION - 1), String(PROTOCOL_VERSION + 1), '', 'one', 'NaN', '1; 2'])(
    'should be refused with the protocol version "%s" before its identity is looked at',
    async (protocol) => {
      expect(await mine.heartbeat({ protocol, token: 'x' })).toMatchObject({
        status: 400,
        body: { error: 'PROTOCOL_VERSION', code: 'PROTOCOL_VERSION', params: {} },
      });
    },
  );

  it('should be refused when it lacks members that the protocol has', async () => {
    const poll = await mine.call('poll', { held: [] });
    expect([poll.status, JSON.stringify(poll.body)]).toEqual([400, expect.stringContaining('apps')]);
    expect((await mine.call('finish', { attempt: 1 })).status).toBe(400);
  });

  it.each([
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['half of it', '{'],
    ['50,000 lists in each other', `{"held":${'['.repeat(50_000)}`],
    ['a NUL', '\u0000'],
    ['a member twice, the last one wrong', '{"held":[],"held":7}'],
  ])('should be refused when its body is %s', async (_what, text) => {
    expect((await mine.send(mine.request('heartbeat', Buffer.from(text)))).status).toBe(400);
  });

  it('should be refused when the runner was removed', async () => {
    expect((await test.admin.delete(`/api/runners/${mine.runner.id}`)).status).toBe(204);
    expect(await mine.heartbeat()).toMatchObject(refusal('UNKNOWN_RUNNER'));
    expect((await other.heartbeat()).status).toBe(200);
  });

  it('should not reveal how far a guessed signature is right: the comparison takes constant time', () => {
    const source = readFileSync(new URL('request-signature.ts', import.meta.url), 'utf8');
    expect(source).toMatch(/given\.length === expected\.length && timingSafeEqual\(given, expected\)/);
  });

  it('should leave neither token nor signature in the log of the control plane', async () => {
    await mine.heartbeat();
    await mine.heartbeat({ key: randomBytes(32) });
    expect(test.logged()).toContain('/api/runner-gateway/heartbeat');
    expect(test.logged()).not.toContain(mine.token);
    const [row] = await test.dataSource.query<object[]>('select * from runner where id = $1', [mine.runner.id]);
    expect(JSON.stringify(row)).not.toContain(mine.token);
  });

  it('should not open what is the project of others: a runner has no way but its own calls', async () => {
    for (const path of [
      '/api/projects',
      `${test.base}/keys`,
      `/api/runners/${other.runner.id}`,
      `${test.base}/tasks`,
    ]) {
      const answer = await fetch(test.address + path, { headers: { authorization: `Bearer ${mine.token}` } });
      expect(answer.status).toBe(401);
    }
  });
});
