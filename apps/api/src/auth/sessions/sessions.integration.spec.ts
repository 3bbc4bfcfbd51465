import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newProject } from '@switchyard/database/testing';
import { DataSource } from 'typeorm';
import { Client, cookieOf, newAccount, PASSWORD, signIn, signInAs } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { AccessChanges } from '../access/access-changes.js';
import { Authenticator } from '../access/authenticator.js';
import { hashSecret } from '../secrets/credentials.js';
import { createSession, Verification } from '../access/session.repository.js';

let test: TestApp;
let client: Client;

beforeAll(async () => {
  test = await startTestApp({ SWITCHYARD_WEB_HOST: 'https://deploy.example.com' });
  client = new Client(test.address);
});
afterAll(() => test.close());

const sessionOf = async (userId: number, change: string): Promise<void> => {
  await test.dataSource.query(`update session set ${change} where user_id = $1`, [userId]);
  test.app.get(AccessChanges).publish([userId]);
};

describe('a session', () => {
  it('should be over after seven days without use', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    await sessionOf(user.id, `last_active = now() - interval '7 days 1 minute'`);
    expect((await session.get('/api/user')).status).toBe(401);
  });

  it('should live on when it is used, and be moved at most once a minute', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    const lastActive = async (): Promise<Date | undefined> => {
      const [row] = await test.dataSource.query<{ last_active: Date }[]>(
        'select last_active from session where user_id = $1',
        [user.id],
      );
      return row?.last_active;
    };
    await sessionOf(user.id, `last_active = now() - interval '6 days'`);
    expect((await session.get('/api/user')).status).toBe(200);
    const moved = await lastActive();
    expect(Date.now() - Number(moved)).toBeLessThan(60_000);
    test.app.get(AccessChanges).publish([user.id]);
    await session.get('/api/user');
    expect(await lastActive()).toEqual(moved);
  });

  it.each([
    [1, 'TOTP_REQUIRED'],
    [2, 'EMAIL_OTP_REQUIRED'],
    [0, 'SESSION_NOT_VERIFIED'],
  ])('should report what is outstanding when method %i is not verified', async (method, code) => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    await sessionOf(user.id, `verified = false, verification_method = ${method}`);
    const answer = await session.get('/api/user');
    expect([answer.status, answer.json()]).toMatchObject([401, { error: code }]);
  });

  it('should be over when it was marked as expired', async () => {
    const user = await newAccount(test);
    const session = await signIn(test, user);
    await sessionOf(user.id, 'expired = true');
    expect((await session.get('/api/user')).status).toBe(401);
  });

  it('should not begin with a password that was changed meanwhile', async () => {
    const user = await newAccount(test);
    const session = { id: 'late', userId: user.id, ip: '', userAgent: '' };
    const begin = (passwordHash: string | null) =>
      createSession(test.app.get(DataSource).manager, { ...session, passwordHash }, { totp: true, email: 'never' });
    expect(await begin('the hash of another password')).toBeNull();
    expect(await begin(user.passwordHash)).toBe(Verification.none);
  });

  it('should be found in a whole Set-Cookie value sent back', async () => {
    const user = await newAccount(test);
    const answer = await client.post('/api/auth/login', { auth: user.username, password: PASSWORD });
    const echoed = client.with({ cookie: answer.headers['set-cookie']?.[0] ?? '' });
    expect((await echoed.get('/api/user')).status).toBe(200);
  });

  it('should not open by the hash that is stored', async () => {
    const user = await newAccount(test);
    const answer = await client.post('/api/auth/login', { auth: user.username, password: PASSWORD });
    const stored = hashSecret(cookieOf(answer).slice('semaphore='.length));
    expect((await client.with({ cookie: `semaphore=${stored}` }).get('/api/user')).status).toBe(401);
  });
});

describe('a request of a foreign page', () => {
  const foreign = { origin: 'https://evil.example' };

  it.each([
    [{ origin: 'https://evil.example' }],
    [{ origin: 'null' }],
    [{ referer: 'https://evil.example/page' }],
    [{ origin: 'https://evil.example', 'content-type': 'text/plain' }],
  ])('should be refused with %j when it changes something', async (headers) => {
    const admin = await signIn(test, await newAccount(test, { admin: true }));
    const answer = await admin.with(headers).post('/api/projects', { name: 'forged' });
    expect([answer.status, answer.json()]).toMatchObject([403, { error: 'CROSS_ORIGIN_REQUEST_BLOCKED' }]);
  });

  it('should not sign anybody in', async () => {
    const user = await newAccount(test);
    const answer = await client.with(foreign).post('/api/auth/login', { auth: user.username, password: PASSWORD });
    expect(answer.status).toBe(403);
    expect(answer.headers['set-cookie']).toBeUndefined();
  });

  it('should pass when it reads, when it comes from the public address, or when it has a token', async () => {
    const user = await newAccount(test, { admin: true });
    const session = await signIn(test, user);
    expect((await session.with(foreign).get('/api/projects')).status).toBe(200);
    const own = session.with({ origin: 'https://deploy.example.com' });
    expect((await own.post('/api/projects', { name: 'mine' })).status).toBe(201);
    const { id } = (await session.post('/api/user/tokens')).json<{ id: string }>();
    const token = client.with({ ...foreign, authorization: `Bearer ${id}` });
    expect((await token.post('/api/projects', { name: 'by token' })).status).toBe(201);
  });
});

describe(Authenticator.name, () => {
  it('should find who may see a project', async () => {
    const project = await newProject(test.dataSource);
    const [admin, outsider] = [await newAccount(test, { admin: true }), await newAccount(test)];
    await signInAs(test, project.id, 'guest');
    const [row] = await test.dataSource.query<{ user_id: number }[]>(
      'select user_id from project_member where project_id = $1',
      [project.id],
    );
    const authenticator = test.app.get(Authenticator);
    const see = (userId: number, id = project.id): Promise<boolean> => authenticator.canSeeProject(userId, id);
    expect(
      await Promise.all([see(row?.user_id ?? 0), see(admin.id), see(outsider.id), see(admin.id, 999_999)]),
    ).toEqual([true, true, false, false]);
  });
});
