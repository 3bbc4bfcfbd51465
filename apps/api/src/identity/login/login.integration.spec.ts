import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, cookieOf, newAccount, PASSWORD, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let client: Client;

beforeAll(async () => {
  test = await startTestApp();
  client = new Client(test.address);
});
afterAll(() => test.close());

const login = (auth: string, password: string) => client.post('/api/auth/login', { auth, password });

describe('GET /api/auth/login', () => {
  it('should report that people sign in with a password', async () => {
    const answer = await client.get('/api/auth/login');
    expect(answer.status).toBe(200);
    expect(answer.json()).toEqual({
      oidc_providers: [],
      login_with_password: true,
      auth_methods: { totp: { allow_recovery: true } },
    });
  });
});

describe('POST /api/auth/login', () => {
  it('should answer 204 and one strict cookie when the password is right', async () => {
    const user = await newAccount(test);
    const answer = await login(user.username, PASSWORD);
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(answer.headers['set-cookie']).toEqual([
      expect.stringMatching(/^semaphore=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/),
    ]);
  });

  it('should accept the login and the email in any case', async () => {
    const user = await newAccount(test, { username: 'carla', email: 'Carla@Example.test' });
    expect((await login('CARLA', PASSWORD)).status).toBe(204);
    expect((await login('carla@EXAMPLE.test', PASSWORD)).status).toBe(204);
    expect(user.username).toBe('carla');
  });

  it('should mark the cookie Secure when the request came by HTTPS', async () => {
    const user = await newAccount(test);
    const https = client.with({ 'x-forwarded-proto': 'https' });
    const answer = await https.post('/api/auth/login', { auth: user.username, password: PASSWORD });
    expect(answer.headers['set-cookie']?.[0]).toMatch(/; Secure$/);
  });

  it('should give each sign-in a secret of its own, stored as a hash only', async () => {
    const user = await newAccount(test);
    const [one, two] = [await login(user.username, PASSWORD), await login(user.username, PASSWORD)].map(cookieOf);
    expect(one).not.toBe(two);
    const rows = await test.dataSource.query<object[]>('select * from session where user_id = $1', [user.id]);
    expect(rows).toHaveLength(2);
    expect(JSON.stringify(rows)).not.toContain(one?.split('=')[1]);
  });

  it('should answer unknown, external, passwordless and wrong alike', async () => {
    const user = await newAccount(test);
    const external = await newAccount(test, { external: true });
    const without = await newAccount(test, { passwordHash: null });
    const answers = await Promise.all([
      login('nobody-of-this-name', PASSWORD),
      login(external.username, PASSWORD),
      login(without.username, PASSWORD),
      login(user.username, `${PASSWORD}x`),
    ]);
    for (const answer of answers) {
      expect(answer.status).toBe(401);
      expect(answer.json<{ code: string }>().code).toBe('not_signed_in');
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    const forms = answers.map(({ headers: { date: _, ...headers } }) => JSON.stringify(headers));
    expect(new Set(forms).size).toBe(1);
  });

  it('should answer 429 with Retry-After when an account is guessed at, whether it exists or not', async () => {
    const user = await newAccount(test);
    for (const account of ['nobody-to-guess', user.username]) {
      const statuses: number[] = [];
      while (statuses.at(-1) !== 429 && statuses.length < 40) {
        statuses.push((await login(account, 'guess')).status);
      }
      expect(statuses.slice(0, 10)).toEqual(Array<number>(10).fill(401));
      expect(statuses.at(-1)).toBe(429);
    }
    const refused = await login(user.username, PASSWORD);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(6);
  });

  it('should count the tries at one account together, by login and by email', async () => {
    const forgive = (): Promise<unknown> => test.dataSource.query('delete from sign_in_limit');
    await forgive();
    const { username, email } = await newAccount(test);
    const names = [username, email.toUpperCase()];
    let tries = 0;
    while (tries < 40 && (await login(names[tries % 2] ?? '', 'guess')).status === 401) {
      tries += 1;
    }
    // Ten at once for both together; some more come back while a busy machine takes its time.
    expect([tries >= 10, tries < 20]).toEqual([true, true]);
    expect((await login(email, PASSWORD)).status).toBe(429);
    expect((await login(username, PASSWORD)).status).toBe(429);
    await forgive();
  });

  it.each([
    '',
    '{"auth":',
    '[]',
    '{}',
    '{"auth":"a"}',
    '{"auth":{"$ne":1},"password":"x"}',
    '{"auth":"a","password":""}',
  ])('should answer 400 to the body %j', async (body) => {
    expect((await client.post('/api/auth/login', body)).status).toBe(400);
  });

  it('should answer 400 to a NUL instead of failing', async () => {
    expect((await login('a\0b', 'x')).status).toBe(400);
  });

  it('should never log the password', async () => {
    await login('someone', 'a-password-that-must-not-be-logged');
    expect(test.logged()).not.toContain('a-password-that-must-not-be-logged');
  });
});

describe('POST /api/auth/logout', () => {
  it('should end the session at once and remove the cookie', async () => {
    const session = await signIn(test, await newAccount(test));
    expect((await session.get('/api/user')).status).toBe(200);
    const answer = await session.post('/api/auth/logout');
    expect(answer.status).toBe(204);
    expect(answer.headers['set-cookie']?.[0]).toMatch(/^semaphore=; Expires=Thu, 01 Jan 1970/);
    expect((await session.get('/api/user')).status).toBe(401);
  });

  it('should never fail', async () => {
    expect((await client.post('/api/auth/logout')).status).toBe(204);
    expect((await client.with({ cookie: 'semaphore=unknown' }).post('/api/auth/logout')).status).toBe(204);
  });

  it('should leave other sessions of the user alone', async () => {
    const user = await newAccount(test);
    const [one, two] = [await signIn(test, user), await signIn(test, user)];
    await one.post('/api/auth/logout');
    expect((await two.get('/api/user')).status).toBe(200);
  });
});
