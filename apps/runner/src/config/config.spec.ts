import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError } from '@switchyard/settings';
import { newRunnerIdentity } from '../testing/fake-identity.js';
import { readConfig } from './config.js';
import { readIdentity } from './identity.js';

const { privateKeyPem, privateKey } = newRunnerIdentity();
let dir: string;
let env: NodeJS.ProcessEnv;

beforeEach(() => {
  dir = mkdtempSync(path.join(tmpdir(), 'config-'));
  env = {
    SWITCHYARD_RUNNER_URL: 'http://localhost:3000/',
    SWITCHYARD_RUNNER_TOKEN: 'token',
    SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: file('key.pem', privateKeyPem),
  };
});

afterEach(() => rmSync(dir, { recursive: true }));

function file(name: string, text: string): string {
  writeFileSync(path.join(dir, name), text, { mode: 0o600 });
  return path.join(dir, name);
}

function faultsOf(work: () => unknown): readonly string[] {
  try {
    work();
  } catch (error) {
    return error instanceof ConfigError ? error.faults : [String(error)];
  }
  return [];
}

const withFile = (text: string): NodeJS.ProcessEnv => ({ ...env, SWITCHYARD_RUNNER_CONFIG: file('runner.yml', text) });

describe(readConfig.name, () => {
  const faultsFrom = (input: Parameters<typeof readConfig>[0]): readonly string[] => faultsOf(() => readConfig(input));

  it('should fill what is missing with defaults', () => {
    const config = readConfig({ env });
    expect(config).toMatchObject({ token: 'token', name: hostname(), maxParallelTasks: 0, tags: [] });
    expect(config).toMatchObject({ stopGraceMs: 600_000, oneOff: false, ca: null });
    expect(config.url.origin).toBe('http://localhost:3000');
  });

  it('should let flags win over variables, and variables over the file', () => {
    const env = withFile(
      'SWITCHYARD_RUNNER_NAME: file\nSWITCHYARD_RUNNER_STOP_GRACE: 3\nSWITCHYARD_RUNNER_TAGS: [a, b]\n',
    );
    const variables = { ...env, SWITCHYARD_RUNNER_NAME: 'variable', SWITCHYARD_RUNNER_STOP_GRACE: '4' };
    const config = readConfig({ env: variables, flags: { SWITCHYARD_RUNNER_NAME: 'flag' } });
    expect(config).toMatchObject({ name: 'flag', stopGraceMs: 4000, tags: ['a', 'b'] });
  });

  it('should read the file that the command line names, also as JSON', () => {
    const settings = { SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: 3, SWITCHYARD_RUNNER_ONE_OFF: false };
    const config = readConfig({
      env,
      flags: { SWITCHYARD_RUNNER_CONFIG: file('runner.json', JSON.stringify(settings)) },
    });
    expect(config.maxParallelTasks).toBe(3);
  });

  it('should give a one-off runner room for one task', () => {
    expect(readConfig({ env, flags: { SWITCHYARD_RUNNER_ONE_OFF: 'true' } })).toMatchObject({
      oneOff: true,
      maxParallelTasks: 1,
    });
  });

  it('should name every fault at once', () => {
    const text = 'SWITCHYARD_RUNNER_NAMES: x\nother: 1\n';
    const faults = faultsFrom({
      env: { ...withFile(text), SWITCHYARD_RUNNER_URL: 'ftp://x', SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: 'many' },
    });
    expect(faults).toHaveLength(4);
    const all = faults.join('\n');
    ['_URL', '_MAX_PARALLEL_TASKS', 'NAMES', 'other'].forEach((part) => expect(all).toContain(part));
  });

  it.each([
    ['SWITCHYARD_RUNNER_TAG', 'SWITCHYARD_RUNNER_TAGS'],
    ['switchyard_runner_workdir', 'SWITCHYARD_RUNNER_WORK_DIR'],
    ['TOKEN', 'SWITCHYARD_RUNNER_TOKEN'],
  ])('should name the nearest key to the unknown %s', (key, nearest) => {
    const [fault] = faultsFrom({ env: withFile(`${key}: x\n`) });
    expect(fault).toContain(`${key}: no such setting; did you mean ${nearest}?`);
  });

  it('should report that an address is missing', () => {
    expect(faultsFrom({ env: {} })).toEqual(['SWITCHYARD_RUNNER_URL: must be set']);
    expect(faultsFrom({ env: { ...env, SWITCHYARD_RUNNER_METRICS_PORT: '9102' } })).toEqual([
      expect.stringContaining('SWITCHYARD_RUNNER_METRICS_TOKEN'),
    ]);
  });

  it('should give tasks the variables that it names, each of which must be set and steer nothing', () => {
    const named = { ...env, SWITCHYARD_RUNNER_TASK_ENVIRONMENT: 'PIP_INDEX_URL, TF_CLI_CONFIG_FILE' };
    const set = { PIP_INDEX_URL: 'http://mirror', TF_CLI_CONFIG_FILE: '/etc/tfrc' };
    expect(readConfig({ env: { ...named, ...set } }).taskEnvironment).toEqual(set);
    expect(faultsFrom({ env: named })).toHaveLength(2);
    expect(faultsFrom({ env: { ...env, SWITCHYARD_RUNNER_TASK_ENVIRONMENT: 'LD_PRELOAD', LD_PRELOAD: 'x' } })).toEqual([
      expect.stringContaining('LD_PRELOAD changes how the runner starts its tools'),
    ]);
  });

  it('should refuse a token given twice', () => {
    const faults = faultsFrom({ env: { ...env, SWITCHYARD_RUNNER_TOKEN_FILE: file('token', 't') } });
    expect(faults).toEqual([expect.stringContaining('set either this or SWITCHYARD_RUNNER_TOKEN_FILE')]);
  });

  it('should refuse a file of authorities without certificates', () => {
    const faults = faultsFrom({ env: { ...env, SWITCHYARD_RUNNER_CA_FILE: file('ca.pem', 'none') } });
    expect(faults).toEqual(['SWITCHYARD_RUNNER_CA_FILE: the file holds no PEM certificate']);
  });

  it('should read a registration token from its file', () => {
    const settings = {
      ...env,
      SWITCHYARD_RUNNER_REGISTRATION_TOKEN_FILE: file('registration', 'a-registration-secret\n'),
    };
    expect(readConfig({ env: settings }).registrationToken).toBe('a-registration-secret');
  });
});

describe(readIdentity.name, () => {
  it('should read token and key', () => {
    expect(readIdentity(readConfig({ env }))).toEqual({ token: 'token', privateKey, warnings: [] });
  });

  it('should read the token from its file', () => {
    const settings = {
      ...env,
      SWITCHYARD_RUNNER_TOKEN: '',
      SWITCHYARD_RUNNER_TOKEN_FILE: file('token', 'from-file\n'),
    };
    expect(readIdentity(readConfig({ env: settings })).token).toBe('from-file');
  });

  it('should report what to do without an identity', () => {
    const config = readConfig({ env: { ...env, SWITCHYARD_RUNNER_TOKEN: '', SWITCHYARD_RUNNER_WORK_DIR: dir } });
    expect(faultsOf(() => readIdentity(config))).toEqual([expect.stringContaining('register this runner')]);
  });

  it('should refuse a private key of another kind without quoting it', () => {
    const settings = { ...env, SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: file('bad.pem', 'TOP-SECRET-TEXT') };
    const faults = faultsOf(() => readIdentity(readConfig({ env: settings })));
    expect(faults).toEqual([expect.stringContaining('_PRIVATE_KEY_FILE')]);
    expect(faults.join()).not.toContain('TOP-SECRET');
  });

  it('should warn about a key that others can read', () => {
    chmodSync(path.join(dir, 'key.pem'), 0o644);
    const { warnings } = readIdentity(readConfig({ env }));
    expect(warnings).toEqual([expect.stringContaining('key.pem is open to other users')]);
  });
});
