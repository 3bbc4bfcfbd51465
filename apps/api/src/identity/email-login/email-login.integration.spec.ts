import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { User } from '@switchyard/database';
import { startMailSink, type MailSink } from '@switchyard/testing';
import { hashSecret } from '../../auth/secrets/credentials.js';
import { type Answer, Client, cookieOf, newAccount, PASSWORD } from '../../testing/client.js';
import { begin, enableTotp, followed, stateOf, type Authenticator } from '../../testing/second-factor.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let sink: MailSink;
let test: TestApp;
let addresses = 0;

const settings = (url: string) => ({
  SWITCHYARD_AUTH_EMAIL_LOGIN: 'true',
  SWITCHYARD_SMTP_URL: url,
  SWITCHYARD_SMTP_FROM: 'Switchyard <console@example.test>',
  SWITCHYARD_TRUST_PROXY: '1',
});

beforeAll(async () => {
  sink = await startMailSink();
  test = await startTestApp(settings(sink.url));
});
afterAll(async () => {
  await test.close();
  await sink.remove();
});

/** A browser at an address of its own. */
const visitor = (app: TestApp = test): Client =>
  new Client(app.address, { 'x-forwarded-for': `203.0.113.${(addresses += 1)}` });
const elsewhere = (client: Client): Client => client.with({ 'x-forwarded-for': `203.0.113.${(addresses += 1)}` });
const requestCode = (client: Client, email: unknown): Promise<Answer> =>
  client.post('/api/auth/login/email', { email });
const verify = (client: Client, passcode: string): Promise<Answer> => client.post('/api/auth/verify', { passcode });
/** Requests a code and goes on with the session that got it. */
const withCode = async (email: string, client = visitor()): Promise<Client> =>
  followed(client, await requestCode(client, email));
const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('POST /api/auth/login/email', () => {
  it('should begin a session that the mailed code finishes, under a new cookie', async () => {
    const { email, id } = await newAccount(test);
    const client = visitor();
    const answer = await requestCode(client, ` ${email.toUpperCase()} `);
    expect([answer.status, answer.text]).toEqual([204, '']);
    const waiting = followed(client, answer);
    expect(await stateOf(waiting)).toEqual([401, 'EMAIL_OTP_REQUIRED']);
    const verified = await verify(waiting, await sink.codeFor(email));
    expect(verified.status).toBe(200);
    const session = followed(waiting, verified);
    expect((await session.get('/api/user')).json()).toMatchObject({ id });
    expect(cookieOf(verified)).not.toBe(cookieOf(answer));
    expect(await stateOf(waiting)).toEqual([401, null]);
  });

  it('should mail a letter from the configured sender to the address alone, and log no code', async () => {
    const { email } = await newAccount(test);
    await withCode(email);
    const code = await sink.codeFor(email);
    const mail = sink.mails.find(({ to }) => to.includes(email));
    expect(mail).toMatchObject({ from: 'console@example.test', to: [email] });
    expect(mail?.source).toContain('Subject: Your code to sign in to Switchyard');
    expect(test.logged()).not.toContain(code);
  });

  it('should write the letter in the language that the user chose', async () => {
    const { email, id } = await newAccount(test);
    await test.dataSource.query(`update "user" set language = 'de-AT' where id = $1`, [id]);
    await withCode(email);
    const code = await sink.codeFor(email);
    const { source = '' } = sink.mails.find(({ to }) => to.includes(email)) ?? {};
    expect(source).toContain('10 Minuten');
    expect(source).toContain(code);
  });

  it('should answer an unknown address alike at every step, and mail nothing', async () => {
    const { email } = await newAccount(test);
    const nobody = 'nobody@example.test';
    const steps = async (address: string): Promise<unknown[]> => {
      const client = visitor();
      const begun = await requestCode(client, address);
      const waiting = followed(client, begun);
      const resent = await waiting.post('/api/login/email/resend');
      const state = await stateOf(waiting);
      const guesses = [];
      for (let guess = 0; guess < 6; guess += 1) {
        guesses.push(await verify(waiting, 'no code'));
      }
      const left = await waiting.post('/api/auth/logout');
      return [begun, resent, state, ...guesses, left, await stateOf(waiting)].map(shapeOf);
    };
    expect(await steps(nobody)).toEqual(await steps(email));
    await sink.codeFor(email, 2);
    expect(sink.mails.filter(({ to }) => to.includes(nobody))).toEqual([]);
  });

  it('should never let anybody in with an address that nobody has', async () => {
    const client = visitor();
    const begun = await requestCode(client, 'ghost@example.test');
    const waiting = followed(client, begun);
    const [, secret = ''] = cookieOf(begun).split('=');
    const code = '123456';
    await test.dataSource.query('update email_code set code_hash = $2 where session_id = $1', [
      hashSecret(secret),
      hashSecret(`${secret}\n${code}`),
    ]);
    const answer = await verify(waiting, code);
    expect([answer.status, answer.json()]).toMatchObject([401, { error: 'INVALID_PASSCODE' }]);
    expect(await test.dataSource.query(`select 1 from "user" where email = 'ghost@example.test'`)).toEqual([]);
  });

  it.each([
    [{}],
    [{ email: '' }],
    [{ email: 'no address' }],
    [{ email: `${'a'.repeat(300)}@example.test` }],
    [{ email: 'a@example.test\r\nBcc: b@example.test' }],
    [{ email: 'a@example.test, b@example.test' }],
    [{ email: ['a@example.test'] }],
  ])('should answer 400 to %j', async (body) => {
    expect((await visitor().post('/api/auth/login/email', body)).status).toBe(400);
  });

  it('should bound the mails to one address, with Retry-After, known or unknown', async () => {
    for (const email of [(await newAccount(test)).email, 'nobody-to-flood@example.test']) {
      const answers = [];
      for (let time = 0; time < 7; time += 1) {
        answers.push(await requestCode(visitor(), email));
      }
      expect(answers.map(({ status }) => status)).toEqual([204, 204, 204, 204, 204, 429, 429]);
      expect(Number(answers[5]?.headers['retry-after'])).toBeGreaterThan(170);
    }
  });

  it('should answer 403 where codes by mail are off', async () => {
    const without = await startTestApp();
    const answer = await requestCode(new Client(without.address), 'a@example.test');
    expect([answer.status, answer.json()]).toMatchObject([403, { error: 'EMAIL_LOGIN_DISABLED' }]);
    expect((await new Client(without.address).post('/api/login/email/resend')).status).toBe(401);
    await without.close();
  });
});

describe('a code by mail', () => {
  it('should be good once, and for the requesting session alone', async () => {
    const { email } = await newAccount(test);
    const [one, two] = [await withCode(email), await withCode(email)];
    const codes = [await sink.codeFor(email, 1), await sink.codeFor(email, 2)];
    const [first = ''] = codes;
    expect((await verify(two, first)).status).toBe(codes[0] === codes[1] ? 200 : 401);
    const answers = await Promise.all([verify(one, first), verify(one, first), verify(one, first)]);
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await verify(one, first)).status).toBe(401);
  });

  it('should be void after five tries, also the right one', async () => {
    const { email } = await newAccount(test);
    const waiting = await withCode(email);
    const code = await sink.codeFor(email);
    const guesses = [];
    for (let guess = 0; guess < 5; guess += 1) {
      guesses.push((await verify(waiting, wrong(code))).json<{ error: string }>().error);
    }
    expect(new Set(guesses)).toEqual(new Set(['INVALID_PASSCODE']));
    const answer = await verify(waiting, code);
    expect([answer.status, answer.json()]).toMatchObject([401, { error: 'EXPIRED_PASSCODE' }]);
  });

  it('should not be guessed by requesting more codes, and reach the owner where he is known', async () => {
    const { email } = await newAccount(test);
    const home = visitor();
    const waiting = await withCode(email, home);
    expect((await verify(waiting, await sink.codeFor(email))).status).toBe(200);
    const statuses: number[] = [];
    for (let request = 0; request < 4; request += 1) {
      const session = await withCode(email);
      for (let guess = 0; guess < 5; guess += 1) {
        statuses.push((await verify(elsewhere(session), 'no code')).status);
      }
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(5);
    const back = await withCode(email, home);
    expect((await verify(back, await sink.codeFor(email, 6))).status).toBe(200);
  });

  it('should be void after ten minutes', async () => {
    const { email, id } = await newAccount(test);
    const waiting = await withCode(email);
    const code = await sink.codeFor(email);
    const left = await test.dataSource.query<{ left: number }[]>(
      `select extract(epoch from c.expires - now())::float8 as left
         from email_code c join session s on s.id = c.session_id where s.user_id = $1`,
      [id],
    );
    expect(left[0]?.left).toBeLessThanOrEqual(600);
    await test.dataSource.query('update email_code set expires = now() where email = $1', [email]);
    expect((await verify(waiting, code)).json()).toMatchObject({ error: 'EXPIRED_PASSCODE' });
  });

  it('should be stored in a form that the database alone does not open', async () => {
    const { email } = await newAccount(test);
    await withCode(email);
    const code = await sink.codeFor(email);
    const rows = await test.dataSource.query('select * from email_code where email = $1', [email]);
    expect(JSON.stringify(rows)).not.toContain(code);
    expect(JSON.stringify(rows)).not.toContain(hashSecret(code));
  });

  it('should not stand for an authenticator: who has one enters its code next', async () => {
    const user = await newAccount(test);
    const app = await enableTotpByMail(user);
    const waiting = await withCode(user.email);
    const afterMail = followed(waiting, await verify(waiting, await sink.codeFor(user.email, 2)));
    expect(await stateOf(waiting)).toEqual([401, null]);
    expect(await stateOf(afterMail)).toEqual([401, 'TOTP_REQUIRED']);
    const done = await verify(afterMail, app.code());
    expect(await stateOf(followed(afterMail, done))).toEqual([200, null]);
  });
});

describe('POST /api/login/email/resend', () => {
  const paths = ['/api/login/email/resend', '/api/auth/login/email/resend', '/api/auth/verify/email'];

  it.each(paths)('should mail a new code by %s and void the old one', async (path) => {
    const { email } = await newAccount(test);
    const waiting = await withCode(email);
    const old = await sink.codeFor(email);
    const answer = await waiting.post(path);
    expect([answer.status, answer.text]).toEqual([200, '']);
    const fresh = await sink.codeFor(email, 2);
    expect((await verify(waiting, old)).status).toBe(old === fresh ? 200 : 401);
    expect((await verify(waiting, fresh)).status).toBe(old === fresh ? 401 : 200);
  });

  it.each(paths)('should not be done by a mere link to %s', async (path) => {
    expect((await (await withCode((await newAccount(test)).email)).get(path)).status).toBe(405);
  });

  it('should answer 401 without a session that waits for one', async () => {
    const user = await newAccount(test);
    expect((await visitor().post('/api/login/email/resend')).status).toBe(401);
    const waiting = await withCode(user.email);
    const session = followed(waiting, await verify(waiting, await sink.codeFor(user.email)));
    expect((await session.post('/api/login/email/resend')).status).toBe(401);
  });

  it('should be bounded', async () => {
    const waiting = await withCode((await newAccount(test)).email);
    const statuses: number[] = [];
    for (let time = 0; time < 6; time += 1) {
      statuses.push((await waiting.post('/api/login/email/resend')).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 429, 429]);
  });
});

describe('a sign-in by password where codes by mail are on', () => {
  it('should wait for the code that was mailed', async () => {
    const user = await newAccount(test);
    const waiting = await begin(test, user);
    expect(await stateOf(waiting)).toEqual([401, 'EMAIL_OTP_REQUIRED']);
    const verified = await verify(waiting, await sink.codeFor(user.email));
    expect(await stateOf(followed(waiting, verified))).toEqual([200, null]);
  });

  it('should wait for the authenticator instead when the user has one', async () => {
    const user = await newAccount(test);
    const app = await enableTotpByMail(user);
    const waiting = await begin(test, user);
    expect(await stateOf(waiting)).toEqual([401, 'TOTP_REQUIRED']);
    expect((await verify(waiting, app.code())).status).toBe(200);
  });

  it('should answer 500 with a text when the mail server refuses', async () => {
    const full = await startMailSink({ refuse: true });
    const broken = await startTestApp(settings(full.url));
    const user = await newAccount(broken);
    const answer = await visitor(broken).post('/api/auth/login', { auth: user.username, password: PASSWORD });
    expect(answer.status).toBe(500);
    expect(answer.json<{ error: string }>().error).toContain('The mail could not be sent');
    expect((await requestCode(visitor(broken), user.email)).status).toBe(204);
    await broken.close();
    await full.remove();
  });
});

describe('sign-up', () => {
  let open: TestApp;
  beforeAll(async () => {
    open = await startTestApp({ ...settings(sink.url), SWITCHYARD_AUTH_EMAIL_SIGN_UP: 'true' });
  });
  afterAll(() => open.close());

  const users = (email: string) =>
    open.dataSource.query<object[]>('select username, admin, external, pro from "user" where email = $1', [email]);

  it('should make an external user without rights, once the code proves the address', async () => {
    const email = 'new.person@example.test';
    const waiting = await withCode(email, visitor(open));
    const code = await sink.codeFor(email);
    expect(await users(email)).toEqual([]);
    expect((await verify(waiting, wrong(code))).status).toBe(401);
    expect(await users(email)).toEqual([]);
    const session = followed(waiting, await verify(waiting, code));
    expect((await session.get('/api/user')).json()).toMatchObject({ email, external: true, admin: false });
    expect(await users(email)).toEqual([{ username: 'new.person', admin: false, external: true, pro: false }]);
  });

  it('should make one user when the same person signs up twice at a time', async () => {
    const email = 'twice@example.test';
    const sessions = [await withCode(email, visitor(open)), await withCode(email, visitor(open))] as const;
    const codes = [await sink.codeFor(email, 1), await sink.codeFor(email, 2)] as const;
    const [one, two] = await Promise.all([verify(sessions[0], codes[0]), verify(sessions[1], codes[1])]);
    expect([one.status, two.status]).toEqual([200, 200]);
    expect(await users(email)).toHaveLength(1);
  });

  it('should give nobody the login of another user', async () => {
    const taken = await newAccount(open);
    const email = `${taken.username}@elsewhere.test`;
    const waiting = await withCode(email, visitor(open));
    await verify(waiting, await sink.codeFor(email));
    expect(await users(email)).toEqual([
      expect.objectContaining({ username: expect.stringMatching(new RegExp(`^${taken.username}-[0-9a-f]{8}$`)) }),
    ]);
  });
});

/** Shape of an answer as seen from outside, without its random parts. */
function shapeOf(answer: Answer | [number, string | null]): unknown {
  if (Array.isArray(answer)) {
    return answer;
  }
  const { date: _, 'set-cookie': cookie, ...headers } = answer.headers;
  return { status: answer.status, text: answer.text, headers, cookie: cookie?.[0]?.replace(/=[\w-]{43};/, '=…;') };
}

/** Turns an authenticator on in a session that a code by mail began. */
async function enableTotpByMail(user: User): Promise<Authenticator> {
  const waiting = await withCode(user.email);
  const session = followed(waiting, await verify(waiting, await sink.codeFor(user.email)));
  return enableTotp(test, user, session);
}
