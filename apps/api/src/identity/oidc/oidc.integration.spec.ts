import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { User, UserIdentity } from '@switchyard/database';
import { startOpenIdProvider, type TestOpenIdProvider } from '@switchyard/testing';
import { type Answer, Client, newAccount } from '../../testing/client.js';
import { logInAtProvider } from '../../testing/log-in-at-provider.js';
import { enableTotp, stateOf } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const verified = (email: string, more: object = {}) => ({ email, email_verified: true, ...more });

/** Who has an account at which provider. */
const PEOPLE = {
  main: {
    ann: verified('Ann@Example.test', { name: 'Ann Lee', preferred_username: 'Ann' }),
    bob: verified('bob@example.test', { preferred_username: 'admin' }),
    eve: { email: 'eve@example.test', email_verified: false },
    odd: { email: 'odd@example.test', email_verified: 'nearly' },
    mute: {},
    thief: verified('local@example.test'),
    invited: verified('invited@example.test'),
    careful: verified('careful@example.test'),
  },
  second: {
    other: verified('ann@example.test'),
    unverified: { email: 'trusted@example.test' },
  },
};

let servers: { main: TestOpenIdProvider; second: TestOpenIdProvider };
let test: TestApp;

beforeAll(async () => {
  // The provider logs at length that it is set up for tests.
  (['warn', 'info'] as const).forEach((level) => jest.spyOn(console, level).mockReturnValue(undefined));
  servers = { main: await startOpenIdProvider(), second: await startOpenIdProvider() };
  const provider = (id: 'main' | 'second', more: object = {}) => ({
    id,
    name: `Provider ${id}`,
    issuer: servers[id].issuer,
    ...servers[id].client,
    ...more,
  });
  const down = { ...provider('main'), id: 'down', issuer: 'http://127.0.0.1:1' };
  test = await startTestApp((address) => ({
    SWITCHYARD_WEB_HOST: address,
    SWITCHYARD_OUTBOUND_ALLOW: '127.0.0.1',
    SWITCHYARD_AUTH_OIDC_PROVIDERS: JSON.stringify([
      provider('main', { color: '#1d4ed8', icon: 'key' }),
      provider('second', { trust_email: true }),
      down,
    ]),
  }));
  for (const id of ['main', 'second'] as const) {
    await servers[id].serve(`${test.address}/api/auth/oidc/${id}/redirect`, PEOPLE[id]);
  }
});
afterAll(async () => {
  await test.close();
  await Promise.all(Object.values(servers).map((server) => server.remove()));
});

const cookieNamed = (answer: Answer, name: string): string =>
  answer.headers['set-cookie']?.find((line) => line.startsWith(`${name}=`))?.split(';', 1)[0] ?? '';

/** The first step, up to the address of the provider's page. */
async function start(provider: string, query = ''): Promise<{ answer: Answer; url: string; browser: Client }> {
  const answer = await new Client(test.address).get(`/api/auth/oidc/${provider}/login${query}`);
  const cookie = cookieNamed(answer, 'oauthstate');
  return { answer, url: answer.headers.location ?? '', browser: new Client(test.address, { cookie }) };
}

/** The whole way. Returns the answer of our redirect address, and the browser after it. */
async function signInAt(
  provider: 'main' | 'second',
  login: string,
  query = '',
  headers: Record<string, string> = {},
): Promise<[Answer, Client]> {
  const { url, browser } = await start(provider, query);
  const back = await logInAtProvider(url, login);
  const answer = await browser.with(headers).get(back.pathname + back.search);
  return [answer, browser.with({ cookie: cookieNamed(answer, 'semaphore') })];
}

/** Why a sign-in ended on the sign-in page, as that page learns it. */
async function failureOf(answer: Answer): Promise<string | undefined> {
  expect([answer.status, answer.headers.location]).toEqual([307, '/auth/login']);
  expect(cookieNamed(answer, 'semaphore')).toBe('');
  const page = new Client(test.address, { cookie: cookieNamed(answer, 'signinfailure') });
  return (await page.get('/api/auth/login')).json<{ sign_in_error?: string }>().sign_in_error;
}

const userOf = (email: string): Promise<User | null> => test.dataSource.manager.findOneBy(User, { email });

describe('GET /api/auth/login', () => {
  it('should list the providers in their order, without what is not for everybody', async () => {
    const answer = await new Client(test.address).get('/api/auth/login');
    expect(answer.json()).toMatchObject({
      oidc_providers: [
        { id: 'main', name: 'Provider main', color: '#1d4ed8', icon: 'key' },
        { id: 'second', name: 'Provider second', color: '', icon: '' },
        { id: 'down', name: 'Provider main', color: '', icon: '' },
      ],
    });
    expect(answer.text).not.toMatch(/secret|issuer|127\.0\.0\.1/);
  });
});

describe('GET /api/auth/oidc/{provider}/login', () => {
  it('should send the browser to the provider with a new question', async () => {
    const [one, two] = [await start('main'), await start('main')];
    expect(one.answer.status).toBe(307);
    const query = new URL(one.url).searchParams;
    expect(Object.fromEntries(query)).toMatchObject({
      client_id: servers.main.client.client_id,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: `${test.address}/api/auth/oidc/main/redirect`,
    });
    for (const name of ['state', 'nonce', 'code_challenge']) {
      expect(query.get(name)).toMatch(/^[\w-]{43}$/);
      expect(query.get(name)).not.toBe(new URL(two.url).searchParams.get(name));
    }
    expect(one.url).not.toContain(servers.main.client.client_secret);
    const [cookie = ''] = one.answer.headers['set-cookie'] ?? [];
    expect(cookie).toMatch(/^oauthstate=sy1:[^;]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
  });

  it('should come back to the configured address, whatever host the request names', async () => {
    const forged = { host: 'evil.example', 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' };
    const answer = await new Client(test.address, forged).get('/api/auth/oidc/main/login');
    const query = new URL(answer.headers.location ?? '').searchParams;
    expect(query.get('redirect_uri')).toBe(`${test.address}/api/auth/oidc/main/redirect`);
    const [person = ''] = Object.keys(PEOPLE.main);
    const [back] = await signInAt('main', person, '', forged);
    expect(back.status).toBe(307);
    expect(back.headers.location?.startsWith(`${test.address}/`)).toBe(true);
  });

  it('should be refused with a NUL in its name', async () => {
    expect((await start('%00')).answer.status).toBe(400);
  });

  it.each(['nobody', 'down', '..%2fmain'])('should lead to the sign-in page for %s', async (provider) => {
    const { answer } = await start(provider);
    expect(await failureOf(answer)).toBe('provider_unavailable');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    'https://evil.example',
    '/project/premium%0d%0aSet-Cookie:x=y',
    '/%2f/evil.example',
    '/a/../../evil',
    'javascript:alert(1)',
    '@evil.example',
    '.evil.example',
    `/${'a'.repeat(600)}`,
  ])('should refuse to land on %s', async (path) => {
    for (const name of ['redirect', 'return']) {
      const { answer } = await start('main', `?${name}=${encodeURIComponent(path)}`);
      expect(await failureOf(answer)).toBe('answer_invalid');
      const { answer: raw } = await start('main', `?${name}=${path.replaceAll('\\', '%5c')}`);
      expect(raw.headers.location).not.toMatch(/evil/);
    }
  });
});

describe('a sign-in by a provider', () => {
  it('should make an external user without rights, and know the person by the provider’s word afterwards', async () => {
    const [answer, browser] = await signInAt('main', 'ann', '?redirect=/project/premium');
    expect([answer.status, answer.headers.location]).toEqual([307, `${test.address}/project/premium`]);
    const user = (await browser.get('/api/user')).json<User>();
    expect(user).toMatchObject({
      username: 'Ann',
      name: 'Ann Lee',
      email: 'ann@example.test',
      external: true,
      admin: false,
    });
    await test.dataSource.manager.update(User, { id: user.id }, { email: 'moved@example.test' });
    const [, again] = await signInAt('main', 'ann');
    expect((await again.get('/api/user')).json()).toMatchObject({ id: user.id, email: 'moved@example.test' });
    await test.dataSource.manager.update(User, { id: user.id }, { email: 'ann@example.test' });
  });

  it('should give nobody the login of another user', async () => {
    const admin = (await test.dataSource.manager.findOneBy(User, { username: 'admin' })) ?? (await adminNamed('admin'));
    const [, browser] = await signInAt('main', 'bob');
    const user = (await browser.get('/api/user')).json<User>();
    expect(user.id).not.toBe(admin.id);
    expect(user).toMatchObject({ username: expect.stringMatching(/^admin-[0-9a-f]{8}$/), admin: false });
  });

  it.each(['eve', 'odd', 'mute'])(
    'should be refused when the provider does not vouch for the email of %s',
    async (login) => {
      const [answer] = await signInAt('main', login);
      expect(await failureOf(answer)).toBe('email_unverified');
      expect(await userOf(`${login}@example.test`)).toBeNull();
    },
  );

  it('should not take over the account of a user with a password, or of another provider', async () => {
    const local = await newAccount(test, { email: 'local@example.test', admin: true });
    expect(await failureOf((await signInAt('main', 'thief'))[0])).toBe('account_exists');
    await signInAt('main', 'ann');
    expect(await failureOf((await signInAt('second', 'other'))[0])).toBe('account_exists');
    const identities = await test.dataSource.manager.findBy(UserIdentity, [
      { userId: local.id },
      { provider: 'oidc:second' },
    ]);
    expect(identities).toEqual([]);
  });

  it('should become the external user whom an administrator prepared', async () => {
    const invited = await newAccount(test, { email: 'Invited@example.test', external: true, passwordHash: null });
    const [, browser] = await signInAt('main', 'invited');
    expect((await browser.get('/api/user')).json()).toMatchObject({ id: invited.id });
  });

  it('should take an email without a word from a provider that is trusted with it', async () => {
    const [, browser] = await signInAt('second', 'unverified');
    expect((await browser.get('/api/user')).json()).toMatchObject({ email: 'trusted@example.test' });
  });

  it('should wait for the authenticator of the user', async () => {
    const [, browser] = await signInAt('main', 'careful');
    const user = (await browser.get('/api/user')).json<User>();
    const app = await enableTotp(test, user, browser);
    const [answer, again] = await signInAt('main', 'careful');
    expect(answer.headers.location).toBe(`${test.address}/`);
    expect(await stateOf(again)).toEqual([401, 'TOTP_REQUIRED']);
    expect((await again.post('/api/auth/verify', { passcode: app.code() })).status).toBe(200);
  });

  it('should lead to the sign-in page when the person cancels', async () => {
    const { url, browser } = await start('main');
    const state = new URL(url).searchParams.get('state') ?? '';
    const query = new URLSearchParams({ state, error: 'access_denied', iss: servers.main.issuer });
    const answer = await browser.get(`/api/auth/oidc/main/redirect?${query.toString()}`);
    expect(await failureOf(answer)).toBe('provider_refused');
  });
});

describe('an answer of a provider', () => {
  const answered = async (): Promise<{ browser: Client; path: string; back: URL }> => {
    const { url, browser } = await start('main');
    const back = await logInAtProvider(url, 'ann');
    return { browser, back, path: back.pathname + back.search };
  };

  it('should be good once', async () => {
    const { browser, path } = await answered();
    expect(cookieNamed(await browser.get(path), 'semaphore')).not.toBe('');
    expect(await failureOf(await browser.get(path))).toBe('answer_invalid');
  });

  it('should be good in the requesting browser alone', async () => {
    const { path } = await answered();
    const { browser: another } = await start('main');
    expect(await failureOf(await new Client(test.address).get(path))).toBe('answer_invalid');
    expect(await failureOf(await another.get(path))).toBe('answer_invalid');
  });

  it('should be refused with a foreign state, or without one', async () => {
    for (const state of ['foreign', null]) {
      const { browser, back } = await answered();
      if (state === null) {
        back.searchParams.delete('state');
      } else {
        back.searchParams.set('state', state);
      }
      expect(await failureOf(await browser.get(back.pathname + back.search))).toBe('answer_invalid');
    }
  });

  it('should be refused at the redirect address of another provider', async () => {
    const { browser, path } = await answered();
    expect(await failureOf(await browser.get(path.replace('/main/', '/second/')))).toBe('answer_invalid');
  });

  it('should be refused with a cookie that is not ours', async () => {
    const { path } = await answered();
    for (const cookie of ['oauthstate=', 'oauthstate=sy1:0000000000000000:AAAA', `oauthstate=${'x'.repeat(3000)}`]) {
      expect(await failureOf(await new Client(test.address, { cookie }).get(path))).toBe('answer_invalid');
    }
  });

  it('should leave code, tokens and secret out of the log', async () => {
    const { browser, back, path } = await answered();
    await browser.get(path);
    const code = back.searchParams.get('code') ?? '';
    expect(code.length).toBeGreaterThan(20);
    expect(test.logged()).not.toContain(code);
    expect(test.logged()).not.toContain(servers.main.client.client_secret);
  });
});

const adminNamed = (username: string): Promise<User> => newAccount(test, { username, admin: true });
