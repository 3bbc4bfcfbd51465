import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { CHECKS, type DoctorReport, type Finding } from '@switchyard/contracts';
import { type Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

const SECRETS = {
  SWITCHYARD_METRICS_TOKEN: 'canary-metrics-token',
  SWITCHYARD_SMTP_URL: 'smtp://user:canary-mail@127.0.0.1:1',
  SWITCHYARD_SMTP_FROM: 'yard@example.test',
  SWITCHYARD_AUTH_OIDC_PROVIDERS: JSON.stringify([
    { id: 'kc', name: 'KC', issuer: 'http://127.0.0.1:1/realm', client_id: 'yard', client_secret: 'canary-oidc' },
  ]),
  SWITCHYARD_WEB_HOST: 'http://yard.example',
};

let test: TestApp;
let admin: Client;
let asked = 0;
const called = createServer((_, response) => {
  asked += 1;
  response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end();
});

beforeAll(async () => {
  called.listen(0, '127.0.0.1');
  await once(called, 'listening');
  const address = `http://127.0.0.1:${(called.address() as AddressInfo).port}`;
  test = await startTestApp({
    ...SECRETS,
    SWITCHYARD_ALERT_SLACK_URL: `${address}/services/canary-of-a-webhook`,
    SWITCHYARD_OUTBOUND_ALLOW: 'localhost',
    SWITCHYARD_VAULT_ADDRESS: address,
  });
  admin = await signIn(test, await newAccount(test, { admin: true }));
});
afterAll(async () => {
  called.close();
  await test.close();
});

const of = (findings: readonly Finding[], check: string) =>
  findings.filter((each) => each.check === check).map(({ level, code }) => `${level} ${code}`);

describe('GET /api/doctor', () => {
  it('should look at every part for administrators, and at each once for all who ask at the same time', async () => {
    const answers = await Promise.all([admin.get('/api/doctor'), admin.get('/api/doctor'), admin.get('/api/doctor')]);
    const [first, ...rest] = answers.map((answer) => answer.json<DoctorReport>());
    expect(rest).toEqual([first, first]);
    const { findings = [], settings = [] } = first ?? {};
    expect([...new Set(findings.map(({ check }) => check))]).toEqual([...CHECKS]);
    expect(of(findings, 'bus')).toEqual(['ok bus_works']);
    expect(of(findings, 'mail')).toEqual(['fault check_failed']);
    expect(of(findings, 'outbound')).toEqual(['ok outbound_reached', 'fault outbound_away']);
    expect(asked).toBe(1);
    expect(settings).toContainEqual({ name: 'SWITCHYARD_METRICS_TOKEN', value: '(set)', source: 'unknown' });
    expect(JSON.stringify(first)).not.toContain('canary');
    const user = await signIn(test, await newAccount(test));
    expect((await user.get('/api/doctor')).status).toBe(403);
    expect((await user.get('/api/doctor/bundle')).status).toBe(403);
  });

  it('should refuse an address inside that no setting allows', async () => {
    const strict = await startTestApp({ SWITCHYARD_ALERT_SLACK_URL: 'http://127.0.0.1:9/services/x' });
    const owner = await signIn(strict, await newAccount(strict, { admin: true }));
    const { findings } = (await owner.get('/api/doctor')).json<DoctorReport>();
    expect(of(findings, 'outbound')).toEqual(['fault outbound_refused']);
    await strict.close();
  });
});

describe('GET /api/doctor/bundle', () => {
  it('should be a file without secrets, and leave a record', async () => {
    const answer = await admin.get('/api/doctor/bundle');
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.text).not.toContain('canary');
    expect(answer.json()).toMatchObject({
      versions: { node: process.version },
      settings: expect.arrayContaining([{ name: 'SWITCHYARD_SMTP_URL', value: '(set)', source: 'unknown' }]),
      findings: expect.arrayContaining([
        expect.objectContaining({ code: 'database_server', text: expect.any(String) }),
      ]),
      tables: expect.any(Array),
      errors: {},
      metrics: {},
    });
    const [record] = await test.dataSource.query<object[]>('select action from audit order by id desc limit 1');
    expect(record).toEqual({ action: 'doctor.bundle' });
  });
});
