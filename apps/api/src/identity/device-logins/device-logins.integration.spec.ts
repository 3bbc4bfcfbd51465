import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { DeviceLogin, DeviceLoginToken } from '@switchyard/contracts';

import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

describe('a sign-in that a person confirms in the console', () => {
  let test: TestApp;
  let person: Client;
  let machine: Client;
  beforeAll(async () => {
    test = await startTestApp();
    person = await signIn(test, await newAccount(test));
    machine = new Client(test.address);
  });
  afterAll(() => test.close());

  const begin = async (): Promise<DeviceLogin> =>
    (await machine.post('/api/auth/device', { name: 'switchyard on laptop' })).json<DeviceLogin>();
  const look = ({ device_code }: DeviceLogin) => machine.post('/api/auth/device/token', { device_code });
  const decide = (user_code: string, approved: boolean) =>
    person.post('/api/user/device_logins/decide', { user_code, approved });

  it('should give the machine a token of the person, once', async () => {
    const login = await begin();
    expect(login.user_code).toMatch(/^[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}$/);
    expect((await look(login)).json()).toEqual({ token: null });
    const asked = await person.post('/api/user/device_logins/look', { user_code: login.user_code.toLowerCase() });
    expect(asked.json()).toMatchObject({ name: 'switchyard on laptop', ip: expect.any(String) });
    expect((await decide(login.user_code.replace('-', ''), true)).status).toBe(204);
    const { token } = (await look(login)).json<DeviceLoginToken>();
    const signedIn = new Client(test.address, { authorization: `Bearer ${token}` });
    expect((await signedIn.get('/api/user')).status).toBe(200);
    expect((await look(login)).status).toBe(400);
    expect((await decide(login.user_code, true)).status).toBe(400);
    const stored = await test.dataSource.query<{ action: string }[]>(
      `select action from audit where action = 'sign-in.device'`,
    );
    expect(stored).toHaveLength(1);
  });

  it('should end when it is declined, or its time is over', async () => {
    const declined = await begin();
    expect((await decide(declined.user_code, false)).status).toBe(204);
    expect((await look(declined)).json()).toMatchObject({ code: 'device_login_over' });
    const late = await begin();
    await test.dataSource.query(`update device_login set expires = now() - interval '1 s'`);
    expect([(await look(late)).status, (await decide(late.user_code, true)).status]).toEqual([400, 400]);
  });

  it('should store neither code, and belong to one who is signed in', async () => {
    const login = await begin();
    const rows = JSON.stringify(await test.dataSource.query('select * from device_login'));
    expect(rows).not.toContain(login.device_code);
    expect(rows).not.toContain(login.user_code.replace('-', ''));
    const body = { user_code: login.user_code, approved: true };
    expect((await machine.post('/api/user/device_logins/decide', body)).status).toBe(401);
    await decide(login.user_code, true);
    const { token } = (await look(login)).json<DeviceLoginToken>();
    const other = await begin();
    const byToken = new Client(test.address, { authorization: `Bearer ${token}` });
    const tried = await byToken.post('/api/user/device_logins/decide', { ...body, user_code: other.user_code });
    expect(tried.status).toBe(403);
  });

  it('should be refused while too many from one address wait', async () => {
    const statuses: number[] = [];
    for (let n = 0; n < 21; n += 1) {
      statuses.push((await machine.post('/api/auth/device', { name: 'flood' })).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });
});
