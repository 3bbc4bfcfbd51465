import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { isSealed } from '@switchyard/server';
import { newAccount, signIn, type Client } from '../../testing/client.js';
import { begin, beginTotp, enableTotp, stateOf } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let admin: Client;

beforeAll(async () => {
  test = await startTestApp();
  admin = await signIn(test, await newAccount(test, { admin: true }));
});
afterAll(() => test.close());

describe('POST /api/users/{id}/2fas/totp', () => {
  it('should answer id and recovery code, and nothing of the secret', async () => {
    const user = await newAccount(test);
    const { enabled } = await enableTotp(test, user);
    expect(enabled).toEqual({
      id: expect.any(Number),
      created: expect.any(String),
      user_id: user.id,
      recovery_code: expect.stringMatching(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/),
    });
  });

  it('should show in the user, to the user and to administrators, without the recovery code', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const { recovery_code: _, ...totp } = (await session.post(`/api/users/${user.id}/2fas/totp`)).json<
      Record<string, unknown>
    >();
    expect((await session.get('/api/user')).json()).toMatchObject({ totp });
    expect((await session.get(`/api/users/${user.id}`)).json()).toMatchObject({ totp });
    expect((await admin.get('/api/users')).json()).toContainEqual(expect.objectContaining({ id: user.id, totp }));
  });

  it('should store the secret sealed and the recovery code as a hash', async () => {
    const user = await newAccount(test);
    const { enabled } = await enableTotp(test, user);
    const [row] = await test.dataSource.query<{ secret_encrypted: string; recovery_hash: string }[]>(
      'select * from user_totp where user_id = $1',
      [user.id],
    );
    expect(isSealed(row?.secret_encrypted ?? '')).toBe(true);
    expect(row?.recovery_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(JSON.stringify(row)).not.toContain(enabled.recovery_code);
    expect(test.logged()).not.toContain(enabled.recovery_code);
  });

  it('should answer 400 when the user has one already, and keep it', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const path = `/api/users/${user.id}/2fas/totp`;
    const answers = await Promise.all([session.post(path), session.post(path), session.post(path)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
  });

  it('should answer 401 to other people, 404 for nobody', async () => {
    const user = await newAccount(test);
    const other = await signIn(test, await newAccount(test));
    expect((await other.post(`/api/users/${user.id}/2fas/totp`)).status).toBe(401);
    expect((await admin.post('/api/users/999999/2fas/totp')).status).toBe(404);
  });
});

describe('an authenticator that waits for its first code', () => {
  const pathOf = ({ id }: { id: number }): string => `/api/users/${id}/2fas/totp`;

  it('should count for nothing: the password alone signs in, and the user has none', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const { enabled } = await beginTotp(test, user, session);
    const url = expect.stringMatching(/^otpauth:\/\/totp\/.*secret=[A-Z2-7]{16,}/);
    expect(enabled).toEqual({ id: expect.any(Number), created: expect.any(String), user_id: user.id, url });
    expect(await stateOf(await begin(test, user))).toEqual([200, null]);
    expect((await session.get('/api/user')).json()).toMatchObject({ totp: null });
    expect((await session.get('/api/auth/confirm')).json()).toMatchObject({ method: 'password' });
    expect((await session.delete(`${pathOf(user)}/${enabled.id}`)).status).toBe(400);
  });

  it('should be switched on by its first code, which answers the recovery code and is used up', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const { enabled, code } = await beginTotp(test, user, session);
    const confirm = `${pathOf(user)}/${enabled.id}/confirm`;
    const [wrong, passcode] = [code(20), code()];
    const refused = await session.post(confirm, { passcode: wrong });
    expect([refused.status, refused.json()]).toMatchObject([400, { error: 'INVALID_PASSCODE' }]);
    expect((await session.download(`${pathOf(user)}/${enabled.id}/qr`)).status).toBe(200);
    const on = await session.post(confirm, { passcode });
    expect([on.status, on.json()]).toMatchObject([
      200,
      { user_id: user.id, recovery_code: expect.stringMatching(/^([a-z2-9]{5}-){3}[a-z2-9]{5}$/) },
    ]);
    expect((await session.post(confirm, { passcode })).status).toBe(404);
    expect((await session.get(`${pathOf(user)}/${on.json<{ id: number }>().id}/qr`)).status).toBe(404);
    const waiting = await begin(test, user);
    expect(await stateOf(waiting)).toEqual([401, 'TOTP_REQUIRED']);
    expect((await waiting.post('/api/auth/verify', { passcode })).status).toBe(401);
    expect((await waiting.post('/api/auth/verify', { passcode: code(1) })).status).toBe(200);
  });

  it('should be replaced by a later one, and wait a quarter of an hour at most', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const first = await beginTotp(test, user, session);
    const second = await beginTotp(test, user, session);
    const confirm = ({ enabled, code }: typeof first) =>
      session.post(`${pathOf(user)}/${enabled.id}/confirm`, { passcode: code() });
    expect((await confirm(first)).status).toBe(404);
    await test.dataSource.query(`update pending_totp set created = now() - interval '16 minutes' where user_id = $1`, [
      user.id,
    ]);
    const late = await confirm(second);
    expect([late.status, late.json()]).toMatchObject([404, { code: 'two_factor_pending_over' }]);
    expect(await stateOf(await begin(test, user))).toEqual([200, null]);
  });

  it("should not replace one that was switched on meanwhile, and be nobody else's", async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const { enabled, code } = await beginTotp(test, user, session);
    const path = `${pathOf(user)}/${enabled.id}/confirm`;
    const other = await signIn(test, await newAccount(test));
    expect((await other.post(path, { passcode: code() })).status).toBe(401);
    expect((await admin.post(path, { passcode: code() })).status).toBe(400);
    await enableTotp(test, user, session);
    const late = await session.post(path, { passcode: code() });
    expect([late.status, late.json()]).toMatchObject([400, { code: 'two_factor_on_already' }]);
    expect((await session.post(pathOf(user), { pending: true })).status).toBe(400);
  });
});

describe('GET /api/users/{id}/2fas/totp/{totpId}/qr', () => {
  it('should draw a PNG of 256 × 256 pixels that no cache keeps', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const { id } = (await session.post(`/api/users/${user.id}/2fas/totp`)).json<{ id: number }>();
    const { status, headers, bytes } = await session.download(`/api/users/${user.id}/2fas/totp/${id}/qr`);
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([200, 'image/png', 'no-store']);
    expect(bytes.subarray(1, 4).toString('latin1')).toBe('PNG');
    expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([256, 256]);
  });

  it('should answer 404 with a text without an authenticator, and for the id of another user', async () => {
    const [user, other] = [await newAccount(test), await newAccount(test)];
    const { enabled } = await enableTotp(test, other);
    const session = await signIn(test, user);
    const answer = await session.get(`/api/users/${user.id}/2fas/totp/${enabled.id}/qr`);
    expect([answer.status, answer.json()]).toMatchObject([404, { error: 'Two-factor sign-in is off for this user' }]);
    expect((await session.get(`/api/users/${other.id}/2fas/totp/${enabled.id}/qr`)).status).toBe(401);
  });
});

describe('DELETE /api/users/{id}/2fas/totp/{totpId}', () => {
  it('should let the user sign in by password alone again', async () => {
    const user = await newAccount(test);
    const { enabled } = await enableTotp(test, user);
    expect(await stateOf(await begin(test, user))).toEqual([401, 'TOTP_REQUIRED']);
    const path = `/api/users/${user.id}/2fas/totp`;
    expect((await admin.delete(`${path}/${enabled.id + 1000}`)).status).toBe(404);
    expect((await admin.delete(`${path}/${enabled.id}`)).status).toBe(204);
    expect((await admin.delete(`${path}/${enabled.id}`)).status).toBe(400);
    expect(await stateOf(await begin(test, user))).toEqual([200, null]);
  });

  it('should answer 401 to other people and change nothing', async () => {
    const user = await newAccount(test);
    const { enabled } = await enableTotp(test, user);
    const other = await signIn(test, await newAccount(test));
    expect((await other.delete(`/api/users/${user.id}/2fas/totp/${enabled.id}`)).status).toBe(401);
    expect(await stateOf(await begin(test, user))).toEqual([401, 'TOTP_REQUIRED']);
  });
});

describe('a server with authenticators off', () => {
  let without: TestApp;
  beforeAll(async () => {
    without = await startTestApp({ SWITCHYARD_AUTH_TOTP: 'false' });
  });
  afterAll(() => without.close());

  it('should report it and refuse to enable one', async () => {
    const user = await newAccount(without);
    const session = await signIn(without, user);
    const answer = await session.post(`/api/users/${user.id}/2fas/totp`);
    expect([answer.status, answer.json()]).toMatchObject([400, { error: 'Two-factor sign-in is off on this server' }]);
    expect((await session.get('/api/auth/login')).json()).toMatchObject({ auth_methods: {} });
  });
});
