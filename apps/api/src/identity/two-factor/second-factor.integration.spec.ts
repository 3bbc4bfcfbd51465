import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@switchyard/database';
import { Client, cookieOf, newAccount, PASSWORD } from '../../testing/client.js';
import { begin, enableTotp, followed, stateOf, type Authenticator } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;

beforeAll(async () => {
  test = await startTestApp({ SWITCHYARD_TRUST_PROXY: '1' });
});
afterAll(() => test.close());

let addresses = 0;
/** Every test from an address of its own, so that they do not use up each other's tries. */
const elsewhere = (client: Client): Client => client.with({ 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });

const protectedAccount = async (): Promise<{ user: User; app: Authenticator }> => {
  const user = await newAccount(test);
  return { user, app: await enableTotp(test, user) };
};
const verify = (client: Client, passcode: unknown) => client.post('/api/auth/verify', { passcode });
const recover = (client: Client, code: unknown) => client.post('/api/auth/recovery', { recovery_code: code });

describe('POST /api/auth/verify', () => {
  it('should finish the sign-in with a new cookie, and end the old one', async () => {
    const { user, app } = await protectedAccount();
    const waiting = elsewhere(await begin(test, user));
    expect(await stateOf(waiting)).toEqual([401, 'TOTP_REQUIRED']);
    const answer = await verify(waiting, app.code());
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^semaphore=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    expect(await stateOf(followed(waiting, answer))).toEqual([200, null]);
    expect(await stateOf(waiting)).toEqual([401, null]);
    expect((await verify(waiting, app.code(1))).status).toBe(401);
  });

  it.each(['/api/user', '/api/projects', '/api/users', '/api/user/tokens', '/api/info'])(
    'should be needed before %s answers',
    async (path) => {
      const { user } = await protectedAccount();
      const answer = await (await begin(test, user)).get(path);
      expect([answer.status, answer.json()]).toMatchObject([401, { error: 'TOTP_REQUIRED' }]);
    },
  );

  it('should answer 401 with a code to a wrong passcode, and 400 to what is none', async () => {
    const { user, app } = await protectedAccount();
    const waiting = elsewhere(await begin(test, user));
    for (const passcode of ['000000', '12345', '1234567', '', 'abcdef', app.code(5), app.code(-5)]) {
      const answer = await verify(waiting, passcode);
      expect([answer.status, answer.json()]).toMatchObject([401, { error: 'INVALID_PASSCODE' }]);
    }
    for (const body of ['', '{', '{}', '{"passcode":123456}', '{"passcode":null}', '[]']) {
      expect((await waiting.post('/api/auth/verify', body)).status).toBe(400);
    }
    expect(await stateOf(waiting)).toEqual([401, 'TOTP_REQUIRED']);
  });

  it('should take a code once, however many send it at the same time', async () => {
    const { user, app } = await protectedAccount();
    const sessions = await Promise.all([1, 2, 3, 4].map(() => begin(test, user)));
    const code = app.code();
    const answers = await Promise.all(sessions.map((session) => verify(elsewhere(session), code)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect((await verify(elsewhere(await begin(test, user)), code)).status).toBe(401);
    expect((await verify(elsewhere(await begin(test, user)), app.code(1))).status).toBe(200);
  });

  it('should refuse the code of another user', async () => {
    const [one, two] = [await protectedAccount(), await protectedAccount()];
    expect((await verify(elsewhere(await begin(test, one.user)), two.app.code())).status).toBe(401);
  });

  it('should answer 401 without a body when no password came first', async () => {
    const { app } = await protectedAccount();
    const stranger = elsewhere(new Client(test.address));
    for (const client of [stranger, stranger.with({ cookie: 'semaphore=made-up' })]) {
      const answer = await verify(client, app.code());
      expect([answer.status, answer.text]).toEqual([401, expect.stringContaining('"code":"not_signed_in"')]);
    }
  });

  it('should answer 204 when nothing is outstanding', async () => {
    const answer = await verify(await begin(test, await newAccount(test)), '123456');
    expect([answer.status, cookieOf(answer)]).toEqual([204, '']);
  });

  it('should bound the guesses at one account, over sessions and addresses, and let the owner in where he is known', async () => {
    const { user, app } = await protectedAccount();
    const home = elsewhere(await begin(test, user));
    expect((await verify(home, app.code(-1))).status).toBe(200);
    const statuses: number[] = [];
    for (let guess = 0; guess < 15; guess += 1) {
      const session = elsewhere(await begin(test, user));
      statuses.push((await verify(session, '000000')).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    const refused = await verify(elsewhere(await begin(test, user)), app.code());
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50);
    const back = followed(home, await home.post('/api/auth/login', { auth: user.username, password: PASSWORD }));
    expect((await verify(back, app.code())).status).toBe(200);
  });

  it('should refuse a page of another site', async () => {
    const { user, app } = await protectedAccount();
    const waiting = (await begin(test, user)).with({ origin: 'https://evil.example' });
    expect((await verify(waiting, app.code())).status).toBe(403);
  });

  it('should be over when the session waited too long', async () => {
    const { user, app } = await protectedAccount();
    const waiting = elsewhere(await begin(test, user));
    await test.dataSource.query(`update session set created = now() - interval '31 minutes' where user_id = $1`, [
      user.id,
    ]);
    expect(await stateOf(waiting)).toEqual([401, null]);
    expect((await verify(waiting, app.code())).status).toBe(401);
  });
});

describe('POST /api/auth/recovery', () => {
  it('should sign in, take the authenticator off and be good once', async () => {
    const { user, app } = await protectedAccount();
    const code = app.enabled.recovery_code ?? '';
    const waiting = elsewhere(await begin(test, user));
    const other = elsewhere(await begin(test, user));
    const answer = await recover(waiting, ` ${code.toUpperCase().replaceAll('-', ' ')} `);
    expect(answer.status).toBe(204);
    const session = followed(waiting, answer);
    expect((await session.get('/api/user')).json()).toMatchObject({ id: user.id, totp: null });
    expect(await stateOf(waiting)).toEqual([401, null]);
    const again = await recover(other, code);
    expect([again.status, again.json()]).toMatchObject([401, { error: 'INVALID_RECOVERY_CODE' }]);
    expect(await stateOf(await begin(test, user))).toEqual([200, null]);
  });

  it('should answer 401 to a wrong code and to that of another user, and keep the authenticator', async () => {
    const [one, two] = [await protectedAccount(), await protectedAccount()];
    const waiting = elsewhere(await begin(test, one.user));
    for (const code of ['aaaaa-aaaaa-aaaaa-aaaaa', two.app.enabled.recovery_code, '-', '%']) {
      expect((await recover(waiting, code)).status).toBe(401);
    }
    expect((await recover(waiting, '')).status).toBe(400);
    expect(await stateOf(waiting)).toEqual([401, 'TOTP_REQUIRED']);
    expect((await verify(waiting, one.app.code())).status).toBe(200);
  });

  it('should answer 401 without a session, and 400 when no authenticator is awaited', async () => {
    const { app } = await protectedAccount();
    const code = app.enabled.recovery_code;
    expect((await recover(new Client(test.address), code)).status).toBe(401);
    expect((await recover(await begin(test, await newAccount(test)), code)).status).toBe(400);
  });

  it('should answer 403 where recovery is off', async () => {
    const without = await startTestApp({ SWITCHYARD_AUTH_TOTP_RECOVERY: 'false' });
    const user = await newAccount(without);
    const { enabled } = await enableTotp(without, user);
    expect(enabled.recovery_code).toBeUndefined();
    const answer = await recover(await begin(without, user), 'anything');
    expect([answer.status, answer.json()]).toMatchObject([403, { error: 'TOTP_DISABLED' }]);
    await without.close();
  });
});
