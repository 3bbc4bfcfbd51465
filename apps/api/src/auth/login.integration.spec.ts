import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Client, cookieOf, newAccount, PASSWORD, signIn } from '../testing/client.js';
import { startTestApp, type TestApp } from '../testing/test-app.js';

describe('POST /api/auth/login', () => {
  let test: TestApp;
  let client: Client;

  beforeAll(async () => {
    test = await startTestApp();
    client = new Client(test.address);
  });
  afterAll(() => test.close());

  it('should answer 204 and one strict cookie when the password is right', async () => {
    const user = await newAccount(test);
    const answer = await client.post('/api/auth/login', { auth: user.username, password: PASSWORD });
    expect(answer.status).toBe(204);
    expect(answer.text).toBe('');
    expect(String(answer.headers['set-cookie'])).toMatch(/^semaphore=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
  });
});
