import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { ConfigError, readConfig } from './config.js';
import { newRunnerIdentity } from './testing/fake-identity.js';

describe(readConfig.name, () => {
  const { privateKeyPem, privateKey } = newRunnerIdentity();
  let dir: string;
  let env: NodeJS.ProcessEnv;

  const file = (name: string, text: string): string => {
    writeFileSync(path.join(dir, name), text, { mode: 0o600 });
    return path.join(dir, name);
  };

  const faultsOf = async (settings: NodeJS.ProcessEnv): Promise<readonly string[]> => {
    const error: unknown = await readConfig(settings).catch((thrown: unknown) => thrown);
    return error instanceof ConfigError ? error.faults : [];
  };

  beforeEach(() => {
    dir = mkdtempSync(path.join(tmpdir(), 'config-'));
    env = {
      SWITCHYARD_RUNNER_URL: 'http://localhost:3000/',
      SWITCHYARD_RUNNER_TOKEN: 'token',
      SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: file('key.pem', privateKeyPem),
    };
  });

  afterEach(() => rmSync(dir, { recursive: true }));

  it('should fill what is missing with defaults', async () => {
    const config = await readConfig(env);
    expect(config).toMatchObject({
      token: 'token',
      name: hostname(),
      maxParallelTasks: 0,
      tags: [],
      stopGraceMs: 8000,
      warnings: [],
    });
    expect(config.url.origin).toBe('http://localhost:3000');
    expect(config.privateKey).toEqual(privateKey);
  });

  it('should read a file, with the environment winning', async () => {
    const text =
      'SWITCHYARD_RUNNER_NAME: from-file\nSWITCHYARD_RUNNER_TAGS: [a, b]\nSWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: 3\n';
    const config = await readConfig({
      ...env,
      SWITCHYARD_RUNNER_CONFIG: file('runner.yml', text),
      SWITCHYARD_RUNNER_NAME: 'from-env',
    });
    expect(config).toMatchObject({ name: 'from-env', tags: ['a', 'b'], maxParallelTasks: 3 });
  });

  it('should read a JSON file and a token file', async () => {
    const settings = { SWITCHYARD_RUNNER_TOKEN_FILE: file('token', 'from-file\n'), SWITCHYARD_RUNNER_STOP_GRACE: 2 };
    const config = await readConfig({
      ...env,
      SWITCHYARD_RUNNER_TOKEN: '',
      SWITCHYARD_RUNNER_CONFIG: file('runner.json', JSON.stringify(settings)),
    });
    expect(config).toMatchObject({ token: 'from-file', stopGraceMs: 2000 });
  });

  it('should name every fault at once', async () => {
    const faults = await faultsOf({
      SWITCHYARD_RUNNER_URL: 'ftp://x',
      SWITCHYARD_RUNNER_MAX_PARALLEL_TASKS: 'many',
      SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: path.join(dir, 'absent'),
      SWITCHYARD_RUNNER_CONFIG: file('runner.yml', 'SWITCHYARD_RUNNER_NAMES: x\nother: 1\n'),
    });
    const all = faults.join('\n');
    expect(faults).toHaveLength(6);
    for (const part of ['_URL', '_MAX_PARALLEL_TASKS', '_PRIVATE_KEY_FILE', '_TOKEN', 'NAMES', 'other']) {
      expect(all).toContain(part);
    }
  });

  it('should refuse a private key of another kind without quoting it', async () => {
    const faults = await faultsOf({ ...env, SWITCHYARD_RUNNER_PRIVATE_KEY_FILE: file('bad.pem', 'TOP-SECRET-TEXT') });
    expect(faults).toEqual([expect.stringContaining('_PRIVATE_KEY_FILE')]);
    expect(faults.join()).not.toContain('TOP-SECRET');
  });

  it('should refuse a token given twice', async () => {
    const faults = await faultsOf({ ...env, SWITCHYARD_RUNNER_TOKEN_FILE: file('token', 't') });
    expect(faults).toEqual([expect.stringContaining('exclude each other')]);
  });

  it('should warn about a key that others can read', async () => {
    chmodSync(path.join(dir, 'key.pem'), 0o644);
    expect((await readConfig(env)).warnings).toEqual([expect.stringContaining('key.pem is open to other users')]);
  });
});
