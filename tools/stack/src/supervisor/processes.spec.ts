import { availableParallelism } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { API_NODE_OPTIONS } from '@switchyard/settings';
import { StackProcesses } from './processes.js';
import type { Environment } from '../process/spawn-program.js';
import { readSettings } from './settings.js';

describe('StackProcesses', () => {
  function processes(environment: Environment, args: string[] = []): StackProcesses {
    const settings = readSettings(['--data-dir', '/data', ...args], environment, '/checkout');
    if (settings === 'help') {
      throw new Error('unexpected');
    }
    return new StackProcesses('/checkout', settings, 'postgres://stack', {
      users: { kind: 'range', first: 700_000, last: 700_255 },
      runAs: () => '700000-700255',
      workDir: (name) => `/tasks/${name}`,
    });
  }

  const runner = { admin: null, runners: [{ name: 'local-1', dir: '/data/runners/local-1' }] };

  it('should give a runner its own settings and none of the secrets of the stack', () => {
    const [spec] = processes({
      PATH: '/usr/bin',
      SWITCHYARD_SECRET_KEY: Buffer.alloc(32, 'secret').toString('base64'),
      SWITCHYARD_DATABASE_URL: 'postgres://secret',
      SWITCHYARD_ADMIN_PASSWORD: 'secret',
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN: 'secret-secret-secret',
      SWITCHYARD_RUNNER_TAGS: 'linux',
      SWITCHYARD_LOCAL_REPOSITORY_ROOTS: '/srv/git',
      PGPASSWORD: 'secret',
    }).runners(runner);
    expect(JSON.stringify(spec)).not.toMatch(/secret|c2VjcmV0/);
    expect(spec?.environment).toMatchObject({
      PATH: '/usr/bin',
      SWITCHYARD_RUNNER_TAGS: 'linux',
      SWITCHYARD_RUNNER_URL: 'http://127.0.0.1:3000',
      SWITCHYARD_RUNNER_NAME: 'local-1',
      SWITCHYARD_RUNNER_TOKEN_FILE: '/data/runners/local-1/token',
      SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: '/data/runners/local-1/key.pem',
      SWITCHYARD_RUNNER_SERVER_KEY_FILE: '/data/runners/local-1/server-key',
      SWITCHYARD_RUNNER_WORK_DIR: '/tasks/local-1',
      SWITCHYARD_RUNNER_RUN_AS: '700000-700255',
      SWITCHYARD_RUNNER_HIDDEN_DIRS: '/data',
      SWITCHYARD_RUNNER_LOCAL_REPOSITORY_ROOTS: '/srv/git',
      SWITCHYARD_RUNNER_STOP_GRACE: '318',
      SWITCHYARD_RUNNER_DRAIN: 'false',
    });
  });

  it('should give a runner as many tasks at once as the machine has cores, at least four, or as is set', () => {
    const most = (environment: Environment) =>
      processes(environment).runners(runner)[0]?.environment.SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS;
    expect(most({})).toBe(String(Math.max(4, availableParallelism())));
    expect(most({ SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: '0' })).toBe('0');
  });

  it('should hand the resolved settings to the servers out of sight', () => {
    const [api] = processes({ SWITCHYARD_QUEUE_URL: 'redis://queue', PATH: '/usr/bin' }, ['--port', '4000']).servers();
    expect(api).toMatchObject({
      args: [...API_NODE_OPTIONS, '/checkout/apps/api/dist/main.js'],
      settings: {
        SWITCHYARD_PORT: '4000',
        SWITCHYARD_DATA_DIR: '/data',
        SWITCHYARD_DATABASE_URL: 'postgres://stack',
        SWITCHYARD_QUEUE_URL: 'redis://queue',
      },
    });
    expect(api?.environment).toEqual({ NODE_ENV: 'production', PATH: '/usr/bin' });
  });

  it.each([
    ['0.0.0.0', 'http://127.0.0.1:3000'],
    ['::', 'http://[::1]:3000'],
    ['192.0.2.7', 'http://192.0.2.7:3000'],
  ])('should reach the api that listens on %s at %s', (host, address) => {
    expect(processes({}, ['--host', host]).localAddress).toBe(address);
  });
});
