import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { newRunner } from '@switchyard/database/testing';
import { Client, newAccount, signIn } from '../../testing/client.js';
import { startTestApp, type TestApp } from '../../testing/test-app.js';

let test: TestApp;
let stranger: Client;
let user: Client;

beforeAll(async () => {
  test = await startTestApp({ SWITCHYARD_WEB_HOST: 'http://deploy.example.com', SWITCHYARD_FEATURES: 'task_result' });
  stranger = new Client(test.address);
  user = await signIn(test, await newAccount(test));
});
afterAll(() => test.close());

describe('GET /api/ping', () => {
  it.each(['/api/ping', '/api/ping/'])('should answer pong as text on %s', async (path) => {
    const answer = await stranger.get(path);
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      'pong',
      'text/plain; charset=utf-8',
    ]);
  });

  it('should answer HEAD as GET, without a body', async () => {
    const answer = await stranger.send('HEAD', '/api/ping');
    expect([answer.status, answer.text]).toEqual([200, '']);
    expect((await user.send('HEAD', '/api/projects')).status).toBe(200);
    expect((await stranger.send('HEAD', '/api/projects')).status).toBe(401);
  });
});

describe('GET /api/health', () => {
  it('should report that every part is ready', async () => {
    const answer = await stranger.get('/api/health');
    expect([answer.status, answer.json()]).toEqual([
      200,
      { status: 'ok', checks: { database: true, bus: true, queue: true } },
    ]);
  });
});

describe('GET /api/info', () => {
  it('should report the version, the features that are on and the Ansible of a runner', async () => {
    await newRunner(test.dataSource, { apps: [{ id: 'ansible', version: 'ansible [core 2.14.18]' }] });
    expect((await user.get('/api/info')).json()).toEqual({
      version: expect.stringMatching(/^\d+\.\d+\.\d+/),
      edition: 'open',
      ansible: 'ansible [core 2.14.18]',
      web_host: 'http://deploy.example.com',
      use_remote_runner: true,
      auth_methods: { totp: { allow_recovery: true } },
      premium_features: {
        project_runners: false,
        terraform_backend: false,
        task_result: true,
        hashicorp_vault_secrets: false,
      },
      publications: { posts: false, install: true },
      git_client: 'cmd_git',
      schedule_timezone: 'UTC',
      demo: null,
    });
  });
});

describe('an unknown path', () => {
  it.each(['/api/nothing', '/api', '/api/project/1/nothing', '/nothing'])(
    'should answer 404 as text on %s',
    async (path) => {
      const answer = await stranger.get(path);
      expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
        404,
        'Not Found',
        'text/plain; charset=utf-8',
      ]);
    },
  );
});

describe('/api/options', () => {
  it('should keep what administrators store, apart from settings of the installation', async () => {
    const admin = await signIn(test, await newAccount(test, { admin: true }));
    expect((await admin.get('/api/options')).json()).toEqual({});
    const option = { key: 'seen.v2', value: 'yes' };
    const answer = await admin.post('/api/options', option);
    expect([answer.status, answer.json()]).toEqual([200, option]);
    await admin.post('/api/options', { ...option, value: 'no' });
    expect((await admin.get('/api/options')).json()).toEqual({ 'seen.v2': 'no' });
    expect((await admin.post('/api/options', { key: '../x', value: '' })).status).toBe(400);
    expect((await user.get('/api/options')).status).toBe(403);
  });
});
