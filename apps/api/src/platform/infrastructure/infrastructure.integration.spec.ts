import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { createLogger } from '@switchyard/server';
import { eventually } from '@switchyard/testing';
import { createApp } from '../../app/create-app.js';
import { newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const silent = createLogger({ name: 'api', level: 'fatal' });
let test: TestApp;

beforeAll(async () => {
  test = await startTestApp();
});
afterAll(() => test.close());

describe('the start', () => {
  it('should be refused with another key than the one that sealed what is stored', async () => {
    const config = { ...test.config, SWITCHYARD_SECRET_KEY: randomBytes(32).toString('base64') };
    await expect(createApp(config, silent)).rejects.toThrow(/key/);
  });

  it('should go on with a new key when the old one is given too', async () => {
    const SWITCHYARD_SECRET_KEY = randomBytes(32).toString('base64');
    const SWITCHYARD_OLD_SECRET_KEYS = [test.config.SWITCHYARD_SECRET_KEY ?? ''];
    const app = await createApp({ ...test.config, SWITCHYARD_SECRET_KEY, SWITCHYARD_OLD_SECRET_KEYS }, silent);
    await app.close();
  });

  it('should be refused when the database holds the probe in plain text', async () => {
    await test.dataSource.query(`update setting set value = 'plain' where key = 'encryption_probe'`);
    await expect(createApp(test.config, silent)).rejects.toThrow(/ciphertext/);
    await test.dataSource.query(`delete from setting where key = 'encryption_probe'`);
  });
});

describe('two replicas', () => {
  it('should both forget a session that ends at one of them', async () => {
    const second = await createApp(test.config, silent);
    await second.listen(0, '127.0.0.1');
    try {
      const user = await newAccount(test);
      const here = await signIn(test, user);
      const there = here.at(await second.getUrl());
      expect((await there.get('/api/user')).status).toBe(200);
      await here.post('/api/auth/logout');
      await eventually(async () => expect((await there.get('/api/user')).status).toBe(401), { timeout: 900 });
    } finally {
      await second.close();
    }
  });
});
