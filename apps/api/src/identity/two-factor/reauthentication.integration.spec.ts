import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Audit, Session, User, UserTotp } from '@switchyard/database';
import { type Answer, Client, cookieOf, newAccount, PASSWORD, signIn } from '../../testing/client.js';
import { enableTotp, followed } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let admin: User;

beforeAll(async () => {
  test = await startTestApp();
  admin = await newAccount(test, { admin: true });
});
afterAll(() => test.close());

const REFUSED: [number, unknown] = [
  403,
  { error: 'REAUTHENTICATION_REQUIRED', code: 'REAUTHENTICATION_REQUIRED', params: {} },
];
const NO_TOKENS: [number, unknown] = [403, { error: 'SESSION_REQUIRED', code: 'SESSION_REQUIRED', params: {} }];
const outcome = ({ status, text }: Answer): [number, unknown] => [status, text === '' ? '' : JSON.parse(text)];
const body = ({ name, username, email, alert, admin: rank, pro }: User, members: object = {}): object => ({
  name,
  username,
  email,
  alert,
  admin: rank,
  pro,
  ...members,
});
const stored = (id: number): Promise<User> => test.dataSource.manager.findOneByOrFail(User, { id });
const confirm = (client: Client, input: object): Promise<Answer> => client.post('/api/auth/confirm', input);
const forgive = (): Promise<unknown> => test.dataSource.query('delete from sign_in_limit');

/** A session whose user signed in long ago. */
async function staleSession(user: User): Promise<Client> {
  const client = await signIn(test, user);
  await age(user);
  return client;
}

/** Lets eleven minutes pass for the sessions of the user, past what the app remembers of callers. */
async function age({ id }: User): Promise<void> {
  await test.dataSource.query(`update session set proved_at = proved_at - interval '11 minutes' where user_id = $1`, [
    id,
  ]);
}

async function tokenOf(user: User, input: object = {}): Promise<Client> {
  const token = (await (await signIn(test, user)).post('/api/user/tokens', input)).json<{ id: string }>().id;
  return new Client(test.address, { authorization: `Bearer ${token}` });
}

/** Every request that touches sign-in; `own` is the caller's account, `other` somebody else's. */
const requests: [string, (client: Client, own: User, other: User) => Promise<Answer>][] = [
  ['change the own email', (client, own) => client.put(`/api/users/${own.id}`, body(own, { email: 'x@evil.test' }))],
  ['change the own login', (client, own) => client.put(`/api/users/${own.id}`, body(own, { username: 'evil' }))],
  [
    'change an email',
    (client, _, other) => client.put(`/api/users/${other.id}`, body(other, { email: 'y@evil.test' })),
  ],
  ['give a rank', (client, _, other) => client.put(`/api/users/${other.id}`, body(other, { admin: true }))],
  [
    'set a password',
    (client, _, other) => client.post(`/api/users/${other.id}/password`, { password: 'evil password' }),
  ],
  [
    'set a password by PUT',
    (client, _, other) => client.put(`/api/users/${other.id}`, body(other, { password: 'evil password' })),
  ],
  ['switch an authenticator on', (client, own) => client.post(`/api/users/${own.id}/2fas/totp`)],
  ['confirm one', (client, own) => client.post(`/api/users/${own.id}/2fas/totp/1/confirm`, { passcode: '123456' })],
  ['switch one off', (client, _, other) => client.delete(`/api/users/${other.id}/2fas/totp/1`)],
  ['read a picture', (client, own) => client.get(`/api/users/${own.id}/2fas/totp/1/qr`)],
  [
    'make an account',
    (client) => client.post('/api/users', { name: 'n', username: 'e', email: 'e@e.test', password: 'long enough' }),
  ],
  [
    'import an account',
    (client) => {
      const account = { username: 'e', name: 'n', email: 'e@e.test', alert: false, admin: true, external: false };
      return client.post('/api/users/import', { users: [{ ...account, password_hash: null, totp_secret: null }] });
    },
  ],
  ['remove an account', (client, _, other) => client.delete(`/api/users/${other.id}`)],
];

describe('what touches sign-in', () => {
  it.each(requests)('should not let an old session %s', async (_, request) => {
    const other = await newAccount(test);
    const client = await staleSession(admin);
    const before = await test.dataSource.manager.find(User, { order: { id: 'ASC' } });
    expect(outcome(await request(client, admin, other))).toEqual(REFUSED);
    expect(await test.dataSource.manager.find(User, { order: { id: 'ASC' } })).toEqual(before);
  });

  it.each(requests)('should not let a token %s', async (_, request) => {
    const other = await newAccount(test);
    const before = await test.dataSource.manager.find(User, { order: { id: 'ASC' } });
    expect(outcome(await request(await tokenOf(admin), admin, other))).toEqual(NO_TOKENS);
    expect(await test.dataSource.manager.find(User, { order: { id: 'ASC' } })).toEqual(before);
  });

  it.each(requests)('should let a token with the scope accounts %s, but not a second factor', async (what, request) => {
    const other = await newAccount(test);
    const scoped = await tokenOf(admin, { scopes: ['accounts'] });
    const answer = await request(scoped, admin, other);
    const isFactor = /authenticator|confirm one|switch one|picture/.test(what);
    expect(isFactor ? outcome(answer) : [answer.status < 300]).toEqual(isFactor ? NO_TOKENS : [true]);
    await test.dataSource.manager.update(User, { id: admin.id }, { email: admin.email, username: admin.username });
    await test.dataSource.manager.delete(User, { username: 'e' });
    await test.dataSource.manager.delete(User, { email: 'y@evil.test' });
  });

  it('should give the scope to administrators with a fresh session alone, and show it', async () => {
    const scopes = ['accounts'];
    const fresh = await signIn(test, admin);
    expect((await fresh.post('/api/user/tokens', { scopes: ['accounts', 'accounts', 'accounts'] })).status).toBe(400);
    expect((await fresh.post('/api/user/tokens', { scopes })).json()).toMatchObject({ scopes });
    expect((await fresh.get('/api/user/tokens')).json()).toEqual(
      expect.arrayContaining([expect.objectContaining({ scopes }), expect.objectContaining({ scopes: [] })]),
    );
    const scoped = await tokenOf(admin, { scopes });
    expect(outcome(await scoped.post('/api/user/tokens', { scopes }))).toEqual(NO_TOKENS);
    const made = (await scoped.post('/api/user/tokens')).json<{ id: string; scopes: string[] }>();
    expect(made.scopes).toEqual([]);
    const user = await newAccount(test);
    expect((await (await signIn(test, user)).post('/api/user/tokens', { scopes })).status).toBe(403);
    expect((await fresh.post('/api/user/tokens', { scopes: ['everything'] })).status).toBe(400);
  });

  it('should hold what goes on after its maker to a fresh session, or a token that may make that', async () => {
    const runner = { name: 'stays', active: true };
    const stale = await staleSession(admin);
    expect(outcome(await stale.post('/api/runners', runner))).toEqual(REFUSED);
    expect(outcome(await (await tokenOf(admin)).post('/api/runners', runner))).toEqual(NO_TOKENS);
    const scoped = await tokenOf(admin, { scopes: ['lasting'] });
    expect((await scoped.post('/api/runners', runner)).status).toBe(201);
    expect((await (await signIn(test, admin)).post('/api/runners', runner)).status).toBe(201);
    const user = await newAccount(test);
    const own = await (await signIn(test, user)).post('/api/user/tokens', { scopes: ['lasting'] });
    expect(own.json()).toMatchObject({ scopes: ['lasting'] });
  });

  it('should be worth nothing once its user is no administrator', async () => {
    const former = await newAccount(test, { admin: true });
    const scoped = await tokenOf(former, { scopes: ['accounts'] });
    await test.dataSource.manager.update(User, { id: former.id }, { admin: false });
    const change = { password: 'new one of mine', old_password: PASSWORD };
    expect(outcome(await scoped.post(`/api/users/${former.id}/password`, change))).toEqual(NO_TOKENS);
    expect(outcome(await scoped.delete(`/api/users/${former.id}`))).toEqual(NO_TOKENS);
  });

  it('should let every token of an administrator change accounts where the setting allows it', async () => {
    const open = await startTestApp({ SWITCHYARD_TOKENS_CHANGE_ACCOUNTS: 'true' });
    const [boss, user] = [await newAccount(open, { admin: true }), await newAccount(open)];
    const token = async (of: User): Promise<Client> => {
      const { id } = (await (await signIn(open, of)).post('/api/user/tokens')).json<{ id: string }>();
      return new Client(open.address, { authorization: `Bearer ${id}` });
    };
    expect(outcome(await (await token(user)).delete(`/api/users/${user.id}`))).toEqual(NO_TOKENS);
    expect((await (await token(boss)).delete(`/api/users/${user.id}`)).status).toBe(204);
    await open.close();
  });

  it('should let an old session and a token change the rest of an account', async () => {
    for (const client of [await staleSession(admin), await tokenOf(admin)]) {
      const other = await newAccount(test);
      expect((await client.put(`/api/users/${other.id}`, body(other, { name: 'Renamed' }))).status).toBe(204);
      expect((await stored(other.id)).name).toBe('Renamed');
    }
  });

  it('should take the current password for a new one of an old session, but not of a token', async () => {
    const user = await newAccount(test);
    const change = { password: 'new one of mine', old_password: PASSWORD };
    expect(outcome(await (await tokenOf(user)).post(`/api/users/${user.id}/password`, change))).toEqual(NO_TOKENS);
    const client = await staleSession(user);
    expect((await client.post(`/api/users/${user.id}/password`, change)).status).toBe(204);
  });
});

describe('POST /api/auth/confirm', () => {
  it('should make an old session fresh by the password, under a new secret', async () => {
    await forgive();
    const user = await newAccount(test);
    const client = await staleSession(user);
    expect((await client.get('/api/auth/confirm')).json()).toEqual({ method: 'password', fresh: false });
    expect(outcome(await confirm(client, { password: 'wrong' }))).toMatchObject([401, { error: 'INVALID_PASSWORD' }]);
    const confirmed = await confirm(client, { password: PASSWORD });
    expect([confirmed.status, cookieOf(confirmed)]).toEqual([204, expect.stringContaining('semaphore=')]);
    const fresh = followed(client, confirmed);
    expect((await client.get('/api/user')).status).toBe(401);
    expect((await fresh.put(`/api/users/${user.id}`, body(user, { email: 'new@example.test' }))).status).toBe(204);
    await age(user);
    await expect(eventualOutcome(() => fresh.post('/api/user/tokens'))).resolves.toEqual(REFUSED);
  });

  it('should take a code, and no password, of somebody whose authenticator is in use', async () => {
    await forgive();
    const user = await newAccount(test);
    const client = await signIn(test, user);
    const app = await enableTotp(test, user, client);
    await age(user);
    const first = await confirm(client, { passcode: app.code() });
    expect(first.status).toBe(204);
    const fresh = followed(client, first);
    expect((await fresh.get('/api/auth/confirm')).json()).toMatchObject({ method: 'code' });
    expect((await confirm(fresh, { password: PASSWORD })).status).toBe(400);
    expect(outcome(await confirm(fresh, { passcode: app.code() }))).toMatchObject([401, { error: 'INVALID_PASSCODE' }]);
    expect((await confirm(fresh, { passcode: app.code(1) })).status).toBe(204);
  });

  it('should send people from elsewhere to the sign-in', async () => {
    const user = await newAccount(test);
    const client = await signIn(test, user);
    await test.dataSource.query('update "user" set external = true where id = $1', [user.id]);
    expect((await client.get('/api/auth/confirm')).json()).toMatchObject({ method: 'sign-in' });
    expect((await confirm(client, { password: PASSWORD })).status).toBe(400);
  });

  it('should be refused to tokens, and to nobody in particular', async () => {
    const token = await tokenOf(await newAccount(test));
    expect(outcome(await confirm(token, { password: PASSWORD }))).toEqual(NO_TOKENS);
    expect((await confirm(new Client(test.address), { password: PASSWORD })).status).toBe(401);
    const client = await signIn(test, await newAccount(test));
    expect((await confirm(client, {})).status).toBe(400);
  });

  it('should count tries with those of the sign-in, and record how they end', async () => {
    await forgive();
    const user = await newAccount(test);
    const client = await signIn(test, user);
    const answers: number[] = [];
    while (answers.at(-1) !== 429 && answers.length < 30) {
      answers.push((await confirm(client, { password: 'guess' })).status);
    }
    expect(answers.at(-1)).toBe(429);
    expect((await client.post('/api/auth/login', { auth: user.email, password: PASSWORD })).status).toBe(429);
    await forgive();
    await confirm(client, { password: PASSWORD });
    const records = await test.dataSource.manager.find(Audit, {
      where: { userId: user.id, action: 'sign-in.confirm' },
    });
    expect(new Set(records.map((record) => record.outcome))).toEqual(new Set(['refused', 'done']));
  });
});

describe('the picture of an authenticator', () => {
  it('should be shown to its user alone, and only until the first code was taken', async () => {
    const user = await newAccount(test);
    const client = await signIn(test, user);
    const { enabled, code } = await enableTotp(test, user, client);
    const path = `/api/users/${user.id}/2fas/totp/${enabled.id}/qr`;
    expect((await client.download(path)).status).toBe(200);
    expect((await (await signIn(test, admin)).get(path)).status).toBe(403);
    const fresh = followed(client, await confirm(client, { passcode: code() }));
    expect((await fresh.get(path)).status).toBe(404);
    expect(
      Number((await test.dataSource.manager.findOneByOrFail(UserTotp, { userId: user.id })).lastStep),
    ).toBeGreaterThan(0);
  });

  it('should not be made by an administrator for somebody else, who can only switch it off', async () => {
    const user = await newAccount(test);
    const chief = await signIn(test, admin);
    expect((await chief.post(`/api/users/${user.id}/2fas/totp`)).status).toBe(400);
    const { enabled } = await enableTotp(test, user);
    expect((await chief.delete(`/api/users/${user.id}/2fas/totp/${enabled.id}`)).status).toBe(204);
  });
});

describe('a session', () => {
  it('should be as old as its sign-in', async () => {
    const user = await newAccount(test);
    await signIn(test, user);
    const [session] = await test.dataSource.manager.findBy(Session, { userId: user.id });
    expect(Math.abs(Date.now() - (session?.provedAt.getTime() ?? 0))).toBeLessThan(60_000);
  });
});

/** The outcome once the app has forgotten who called a moment ago. */
async function eventualOutcome(call: () => Promise<Answer>): Promise<[number, unknown]> {
  for (let tries = 0; ; tries += 1) {
    const found = outcome(await call());
    if (found[0] === 403 || tries > 100) {
      return found;
    }
  }
}
