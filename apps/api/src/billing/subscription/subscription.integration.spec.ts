import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { CurrentUser, Subscription, SystemInfo } from '@switchyard/contracts';
import { Setting, User } from '@switchyard/database';
import { eventually } from '@switchyard/testing';
import { type Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { makeSigningKeys, privateKeyOf, signSubscriptionKey } from './subscription-key.js';

const keys = makeSigningKeys();
const HOUR = 3_600_000;
let test: TestApp;
let admin: Client;
let user: Client;

beforeAll(async () => {
  test = await startTestApp({
    SWITCHYARD_EDITION: 'subscription',
    SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: keys.publicKey,
  });
  admin = await signIn(test, await newAccount(test, { admin: true }));
  user = await signIn(test, await newAccount(test));
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.dataSource.manager.deleteAll(Setting);
  await test.dataSource.manager.updateAll(User, { pro: false });
});

/** @param ms until it expires */
const issue = (id: string, ms = HOUR, privateKey = keys.privateKey): string => {
  const expiresAt = new Date(Date.now() + ms).toISOString();
  return signSubscriptionKey({ id, plan: 'pro1', seats: 1, expiresAt }, privateKeyOf(privateKey));
};

const isSubscribed = async (): Promise<boolean> =>
  (await admin.get('/api/user')).json<CurrentUser>().has_active_subscription;

const featuresOn = async (): Promise<string[]> => {
  const features = (await admin.get('/api/info')).json<SystemInfo>().premium_features;
  return Object.keys(features).filter((name) => features[name]);
};

const fresh = (name: string): object => ({
  name,
  username: name,
  email: `${name}@example.com`,
  password: 'correct horse',
  pro: true,
});

describe('/api/subscription', () => {
  it('should have nothing on before a key is activated', async () => {
    const answer = await admin.get('/api/subscription');
    expect([answer.status, answer.json<{ error: string }>().error]).toEqual([404, 'There is no active subscription']);
    expect([await isSubscribed(), await featuresOn()]).toEqual([false, []]);
  });

  it('should switch premium features on with a key, which administrators alone can read', async () => {
    const key = issue('a');
    const answer = await admin.post('/api/subscription', { key: `  ${key}\n` });
    const shown = { key, plan: 'pro1', state: 'active', expiresAt: expect.any(String), users: 1, used: 0 };
    expect([answer.status, answer.json()]).toEqual([200, shown]);
    expect((await admin.get('/api/subscription')).json()).toEqual(shown);
    expect((await user.get('/api/subscription')).json()).toEqual({ ...shown, key: '' });
    expect([await isSubscribed(), (await featuresOn()).length]).toEqual([true, 4]);
  });

  it('should be for administrators to activate', async () => {
    expect((await user.post('/api/subscription', { key: issue('a') })).status).toBe(403);
  });

  it.each([
    ['an empty key', '', 'invalid_request'],
    ['what is no key', 'secret', 'subscription_key_unreadable'],
    ['a key of another installation', issue('b', HOUR, makeSigningKeys().privateKey), 'subscription_key_foreign'],
    ['an expired key', issue('c', -HOUR), 'subscription_key_expired'],
  ])('should refuse %s and keep the one it has', async (_name, key, code) => {
    await admin.post('/api/subscription', { key: issue('kept') });
    const answer = await admin.post('/api/subscription', { key });
    expect([answer.status, answer.json<{ code: string }>().code]).toEqual([400, code]);
    expect(await isSubscribed()).toBe(true);
  });

  it('should activate a key once when two people do it together, and another key in its place', async () => {
    const key = issue('twice');
    const answers = await Promise.all([1, 2].map(() => admin.post('/api/subscription', { key })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(answers.find(({ status }) => status === 400)?.text).toContain('already activated');
    expect((await admin.post('/api/subscription', { key: issue('next') })).status).toBe(200);
  });

  it('should end with its key while the server runs, and destroy nothing', async () => {
    await admin.post('/api/subscription', { key: issue('short', 1_500) });
    expect((await admin.post('/api/users', fresh('paid'))).status).toBe(201);
    await eventually(async () => expect(await isSubscribed()).toBe(false));
    expect((await admin.get('/api/subscription')).json<Subscription>()).toMatchObject({ state: 'expired', used: 1 });
    expect(await featuresOn()).toEqual([]);
    expect(await test.dataSource.manager.countBy(User, { pro: true })).toBe(1);
    expect((await admin.post('/api/subscription', { key: issue('renewed') })).status).toBe(200);
    expect((await featuresOn()).length).toBe(4);
  });

  it('should give a seat to one of two people', async () => {
    expect((await admin.post('/api/users', fresh('early'))).status).toBe(403);
    await admin.post('/api/subscription', { key: issue('seats') });
    const answers = await Promise.all(['one', 'two'].map((name) => admin.post('/api/users', fresh(name))));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 403]);
    expect(answers.find(({ status }) => status === 403)?.text).toContain('pro_seats_taken');
  });
});

describe('the edition open', () => {
  it('should have everything on and need no key', async () => {
    const open = await startTestApp({ SWITCHYARD_SUBSCRIPTION_PUBLIC_KEY: keys.publicKey });
    const someone = await signIn(open, await newAccount(open, { admin: true }));
    expect((await someone.get('/api/user')).json()).toMatchObject({ has_active_subscription: true });
    expect((await someone.get('/api/subscription')).status).toBe(404);
    const answer = await someone.post('/api/subscription', { key: issue('a') });
    expect([answer.status, answer.text.includes('subscription_edition')]).toEqual([400, true]);
    await open.close();
  });
});
