import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiToken } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import { WebSocket } from 'ws';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let user: User;
let session: Client;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  user = await newAccount(test);
  session = await signIn(test, user);
});

const create = async (client = session): Promise<ApiToken> => (await client.post('/api/user/tokens')).json<ApiToken>();
const list = async (): Promise<ApiToken[]> => (await session.get('/api/user/tokens')).json<ApiToken[]>();
const withToken = (id: string): Client => new Client(test.address, { authorization: `Bearer ${id}` });

describe('POST /api/user/tokens', () => {
  it('should answer the whole token once, without any body', async () => {
    const answer = await session.post('/api/user/tokens');
    expect(answer.status).toBe(201);
    expect(answer.json()).toEqual({
      id: expect.stringMatching(/^[a-z0-9_-]{43}=$/),
      token_id: answer.json<ApiToken>().id,
      name: '',
      created: expect.stringMatching(/Z$/),
      expires_at: null,
      expired: false,
      scopes: [],
      last_used_at: null,
      last_used_from: null,
      user_id: user.id,
    });
  });

  it('should not belong to the user a body names', async () => {
    const other = await newAccount(test);
    const answer = await session.post('/api/user/tokens', { user_id: other.id, expired: true });
    expect(answer.json<ApiToken>()).toMatchObject({ user_id: user.id, expired: false });
  });

  it('should keep no token, only its hash', async () => {
    const { id } = await create();
    const rows = await test.dataSource.query<object[]>('select * from api_token where user_id = $1', [user.id]);
    expect(JSON.stringify(rows)).not.toContain(id);
    expect(test.logged()).not.toContain(id);
  });
});

describe('a token with a name and an end', () => {
  const HOUR_MS = 3_600_000;
  const inAnHour = new Date(Date.now() + HOUR_MS).toISOString();

  it('should be listed with both, and end by itself', async () => {
    const token = (await session.post('/api/user/tokens', { name: ' CI ', expires_at: inAnHour })).json<ApiToken>();
    expect(token).toMatchObject({ name: 'CI', expires_at: inAnHour, expired: false });
    expect((await withToken(token.id).get('/api/user')).status).toBe(200);
    await test.dataSource.query(`update api_token set expires = now() where user_id = $1`, [user.id]);
    await session.put(`/api/users/${user.id}`, { ...user, password: '' });
    expect((await withToken(token.id).get('/api/user')).status).toBe(401);
    expect(await list()).toMatchObject([{ name: 'CI', expired: true }]);
    expect((await session.delete(`/api/user/tokens/${token.id.slice(0, 8)}`)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it.each([
    { expires_at: '2020-01-01T00:00:00Z' },
    { expires_at: 'tomorrow' },
    { expires_at: 5 },
    { name: 'x'.repeat(256) },
    { name: 'a\nb' },
    [],
  ])('should be refused with 400 as %j', async (body) => {
    expect((await session.post('/api/user/tokens', body)).status).toBe(400);
    expect(await list()).toEqual([]);
  });

  it('should take live connections along when it ends', async () => {
    const expires_at = new Date(Date.now() + 1_500).toISOString();
    const { id } = (await session.post('/api/user/tokens', { expires_at })).json<ApiToken>();
    const headers = { authorization: `Bearer ${id}` };
    const socket = new WebSocket(`${test.address.replace('http', 'ws')}/api/ws`, { headers });
    await once(socket, 'open');
    expect(await once(socket, 'close')).toMatchObject([1008, expect.anything()]);
    expect((await withToken(id).get('/api/user')).status).toBe(401);
  });

  it('should not be one of too many', async () => {
    await test.dataSource.query(
      `insert into api_token (id, prefix, user_id) select 'x' || i, 'x', $1::int from generate_series(1, 1000) i`,
      [user.id],
    );
    expect((await session.post('/api/user/tokens')).status).toBe(400);
  });
});

describe('a bearer token', () => {
  it('should end with its user', async () => {
    const { id } = await create();
    expect((await withToken(id).get('/api/user')).status).toBe(200);
    await session.delete(`/api/users/${user.id}`);
    expect((await withToken(id).get('/api/user')).status).toBe(401);
  });

  it('should be as good as a session for any change', async () => {
    const { id } = await create();
    const named = (await withToken(id).post('/api/user/tokens', { name: 'second' })).json<ApiToken>();
    expect(named).toMatchObject({ name: 'second', user_id: user.id });
    expect((await withToken(named.id).put(`/api/users/${user.id}`, { ...user, name: 'By token' })).status).toBe(204);
  });

  it('should sign its user in, in any case', async () => {
    const { id } = await create();
    for (const header of [`Bearer ${id}`, `bearer ${id.toUpperCase()}`]) {
      const answer = await new Client(test.address, { authorization: header }).get('/api/user');
      expect(answer.json<{ id: number }>().id).toBe(user.id);
    }
  });

  it('should be final: a wrong one is not made good by a cookie', async () => {
    const answer = await session.with({ authorization: 'Bearer wrong' }).get('/api/user');
    expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_signed_in"')]);
  });
});

describe('GET /api/user/tokens', () => {
  it('should show the first 8 characters of the own tokens only, newest first', async () => {
    const [first, second] = [await create(), await create()];
    await create(await signIn(test, await newAccount(test)));
    expect((await list()).map(({ id }) => id)).toEqual([second.id.slice(0, 8), first.id.slice(0, 8)]);
  });
});

describe('DELETE /api/user/tokens/{id}', () => {
  it('should end the token at once and remove it the second time', async () => {
    const { id } = await create();
    const token = withToken(id);
    expect((await token.get('/api/user')).status).toBe(200);
    expect((await session.delete(`/api/user/tokens/${encodeURIComponent(id)}`)).status).toBe(204);
    expect((await token.get('/api/user')).status).toBe(401);
    expect(await list()).toMatchObject([{ id: id.slice(0, 8), expired: true }]);
    expect((await session.delete(`/api/user/tokens/${id.slice(0, 8)}`)).status).toBe(204);
    expect(await list()).toEqual([]);
  });

  it('should answer 404 for the token of somebody else, and leave it alone', async () => {
    const other = await signIn(test, await newAccount(test));
    const { id } = await create(other);
    expect((await session.delete(`/api/user/tokens/${id}`)).status).toBe(404);
    expect((await session.delete(`/api/user/tokens/${id.slice(0, 8)}`)).status).toBe(404);
    expect((await withToken(id).get('/api/user')).status).toBe(200);
  });

  it.each(['a', 'zzzzzzzz', '%', '________', '%00'])('should answer 404 for %j', async (id) => {
    await create();
    expect((await session.delete(`/api/user/tokens/${encodeURIComponent(id)}`)).status).toBe(404);
  });
});

describe('a token that a token makes', () => {
  const HOUR_MS = 3_600_000;
  const end = new Date(Date.now() + HOUR_MS).toISOString();
  const make = async (client: Client, input: object = {}): Promise<ApiToken> =>
    (await client.post('/api/user/tokens', input)).json<ApiToken>();

  it('should end no later than that one', async () => {
    const short = withToken((await make(session, { expires_at: end })).id);
    expect((await make(short)).expires_at).toBe(end);
    expect((await make(short, { expires_at: new Date(Date.now() + 2 * HOUR_MS).toISOString() })).expires_at).toBe(end);
    const sooner = new Date(Date.now() + HOUR_MS / 2).toISOString();
    expect((await make(short, { expires_at: sooner })).expires_at).toBe(sooner);
    expect((await make(withToken((await make(session)).id))).expires_at).toBeNull();
  });

  it('should end with that one when its user ends it, and so do those it made', async () => {
    const first = await make(session);
    const second = await make(withToken(first.id));
    const third = await make(withToken(second.id));
    const apart = await make(session);
    expect((await session.delete(`/api/user/tokens/${encodeURIComponent(first.id)}`)).status).toBe(204);
    const states = await Promise.all([first, second, third, apart].map(({ id }) => withToken(id).get('/api/user')));
    expect(states.map(({ status }) => status)).toEqual([401, 401, 401, 200]);
  });

  it('should need a fresh session otherwise', async () => {
    await test.dataSource.query(`update session set proved_at = now() - interval '11 minutes' where user_id = $1`, [
      user.id,
    ]);
    const answer = await session.post('/api/user/tokens');
    expect([answer.status, answer.json()]).toMatchObject([403, { error: 'REAUTHENTICATION_REQUIRED' }]);
  });
});
