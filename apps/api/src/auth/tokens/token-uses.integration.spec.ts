import { once } from 'node:events';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { ApiToken } from '@switchyard/contracts';
import type { User } from '@switchyard/database';
import { WebSocket } from 'ws';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { countStatements } from '../../testing/statement-count.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';
import { AccessChanges } from '../access/access-changes.js';

let test: TestApp;
let user: User;
let session: Client;
let token: string;
beforeAll(async () => {
  test = await startTestApp({ SWITCHYARD_TRUST_PROXY: '1' });
});
afterAll(() => test.close());
beforeEach(async () => {
  user = await newAccount(test);
  session = await signIn(test, user);
  token = (await session.post('/api/user/tokens')).json<ApiToken>().id;
});

const uses = async (): Promise<Partial<ApiToken>[]> =>
  (await session.get('/api/user/tokens'))
    .json<ApiToken[]>()
    .map(({ last_used_at, last_used_from }) => ({ last_used_at, last_used_from }));

/** One read with the token, which no cache knows. */
async function use(from: string): Promise<number> {
  test.app.get(AccessChanges).notifyListeners(null);
  const counter = countStatements();
  try {
    const client = new Client(test.address, { authorization: `Bearer ${token}`, 'x-forwarded-for': from });
    expect((await client.get('/api/user')).status).toBe(200);
    return counter.read().run;
  } finally {
    counter.stop();
  }
}

const age = (interval: string): Promise<unknown> =>
  test.dataSource.query(`update api_token set last_used = last_used - $2::interval where user_id = $1`, [
    user.id,
    interval,
  ]);

describe('the last use of a token', () => {
  it('should be listed with the address that the trusted proxy names, once it was used', async () => {
    expect(await uses()).toEqual([{ last_used_at: null, last_used_from: null }]);
    await use('192.0.2.7, 203.0.113.9');
    expect(await uses()).toEqual([{ last_used_at: expect.stringMatching(/Z$/), last_used_from: '203.0.113.9' }]);
  });

  it('should be written at most once a minute, by one statement', async () => {
    const first = await use('203.0.113.1');
    const [noted] = await uses();
    expect(first - (await use('203.0.113.2'))).toBe(1);
    expect(await uses()).toEqual([noted]);
    await age('61 seconds');
    expect(await use('203.0.113.3')).toBe(first);
    expect(await uses()).toEqual([expect.objectContaining({ last_used_from: '203.0.113.3' })]);
  });

  it('should be noted for a live connection', async () => {
    const headers = { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.5' };
    const socket = new WebSocket(`${test.address.replace('http', 'ws')}/api/ws`, { headers });
    await once(socket, 'open');
    socket.terminate();
    expect(await uses()).toEqual([expect.objectContaining({ last_used_from: '203.0.113.5' })]);
  });

  it('should not be a use of a token that has ended, nor a record of the audit', async () => {
    const recorded = (): Promise<unknown[]> => test.dataSource.query('select id from audit');
    const before = await recorded();
    await use('203.0.113.6');
    expect(await recorded()).toEqual(before);
    await session.delete(`/api/user/tokens/${token.slice(0, 8)}`);
    await age('2 minutes');
    const lastUse = await uses();
    const client = new Client(test.address, { authorization: `Bearer ${token}`, 'x-forwarded-for': '203.0.113.8' });
    expect((await client.get('/api/user')).status).toBe(401);
    expect(await uses()).toEqual(lastUse);
  });
});
