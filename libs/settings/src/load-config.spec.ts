import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { mkdtempSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ConfigError } from './config-error.js';
import { loadConfig, loadConfigOrExit } from './load-config.js';
import { serverSettings } from './catalogue/server.js';
import { settingsShape } from './schema.js';

const schema = z.object(settingsShape(serverSettings));
const databaseUrl = 'postgres://user:hunter2@db:5432/switchyard';
const required = { SWITCHYARD_DATABASE_URL: databaseUrl };

function faultsOf(env: NodeJS.ProcessEnv): readonly string[] {
  try {
    loadConfig(schema, env);
  } catch (error) {
    if (error instanceof ConfigError) {
      return error.faults;
    }
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  let directory = '';
  const file = (name: string, text: string) => {
    const path = join(directory, name);
    writeFileSync(path, text);
    return path;
  };

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'config-spec-'));
  });

  afterAll(() => rmSync(directory, { recursive: true }));

  it('should fill in the defaults when only the required is set', () => {
    const config = loadConfig(schema, required);
    expect(config).toMatchObject({
      SWITCHYARD_HOST: '127.0.0.1',
      SWITCHYARD_PORT: 3000,
      SWITCHYARD_LOG_LEVEL: 'info',
      SWITCHYARD_TRUST_PROXY: false,
      SWITCHYARD_OLD_SECRET_KEYS: [],
    });
    expect(config.SWITCHYARD_FEATURES).toBeUndefined();
  });

  it('should list every fault at once, without values', () => {
    const env = {
      SWITCHYARD_DATABASE_URL: 'mysql://user:hunter2@db/x',
      SWITCHYARD_PORT: '70000',
      SWITCHYARD_QUEUE_URL: 'hunter2',
      SWITCHYARD_SECRET_KEY: 'hunter2',
      SWITCHYARD_LOG_LEVEL: 'loud',
      SWITCHYARD_TRUST_PROXY: 'perhaps',
    };
    const faults = faultsOf(env);
    expect(faults.map((fault) => fault.split(':')[0]).sort()).toEqual(Object.keys(env).sort());
    expect(faults.join('\n')).not.toContain('hunter2');
    expect(new ConfigError(faults).message).toContain('6 faults');
  });

  it('should report that a required setting must be set', () => {
    expect(faultsOf({})).toEqual(['SWITCHYARD_DATABASE_URL: must be set']);
  });

  it('should take an empty variable for an absent one', () => {
    expect(loadConfig(schema, { ...required, SWITCHYARD_PORT: '', SWITCHYARD_QUEUE_URL: ' ' })).toMatchObject({
      SWITCHYARD_PORT: 3000,
    });
  });

  it.each([
    [
      'config.yaml',
      'SWITCHYARD_PORT: 4000\nSWITCHYARD_FEATURES: [a, b]\nSWITCHYARD_TRUST_PROXY: 1\nSWITCHYARD_HOST:\n',
    ],
    ['config.json', '{"SWITCHYARD_PORT": 4000, "SWITCHYARD_FEATURES": "a, b", "SWITCHYARD_TRUST_PROXY": 1}'],
  ])('should read %s below the environment', (name, text) => {
    const config = loadConfig(schema, { ...required, SWITCHYARD_CONFIG: file(name, text), SWITCHYARD_HOST: '::1' });
    expect(config).toMatchObject({
      SWITCHYARD_PORT: 4000,
      SWITCHYARD_FEATURES: ['a', 'b'],
      SWITCHYARD_TRUST_PROXY: 1,
      SWITCHYARD_HOST: '::1',
    });
  });

  it('should hand a list of mappings on as JSON', () => {
    const path = file('mappings.yaml', 'SWITCHYARD_DATABASE_URL: postgres://db/x\nLIST: [{ id: a, names: [b, c] }]\n');
    const listSchema = schema.extend({ LIST: z.string() });
    expect(loadConfig(listSchema, { SWITCHYARD_CONFIG: path }).LIST).toBe('[{"id":"a","names":["b","c"]}]');
  });

  it('should let the environment win over the file', () => {
    const path = file('over.yaml', `SWITCHYARD_PORT: 4000\nSWITCHYARD_DATABASE_URL: ${databaseUrl}\n`);
    expect(loadConfig(schema, { SWITCHYARD_CONFIG: path, SWITCHYARD_PORT: '5000' }).SWITCHYARD_PORT).toBe(5000);
  });

  it('should report unknown and ill-formed keys of the file together with the other faults', () => {
    const path = file('bad.yaml', 'SWITCHYARD_PROT: 1\nSWITCHYARD_HOST: {a: 1}\nSWITCHYARD_RUNNER_NAME: x\n');
    const faults = faultsOf({ SWITCHYARD_CONFIG: path });
    expect(faults).toEqual([
      `SWITCHYARD_PROT: no such setting; did you mean SWITCHYARD_PORT? (in ${path})`,
      `SWITCHYARD_HOST: must be a text, a number, a boolean or a list of them (in ${path})`,
      'SWITCHYARD_DATABASE_URL: must be set',
    ]);
  });

  it.each([
    ['a file that is not there', () => join(directory, 'absent.yaml')],
    ['a file that is no YAML', () => file('broken.yaml', 'SWITCHYARD_DATABASE_URL: "hunter2\n: [')],
    ['a file that is a list', () => file('list.yaml', '- hunter2\n')],
  ])('should report %s without showing its text', (_, path) => {
    const faults = faultsOf({ ...required, SWITCHYARD_CONFIG: path() });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(/^SWITCHYARD_CONFIG: /);
    expect(faults[0]).not.toContain('hunter2');
  });

  it.each(['environment', 'file'])('should read a secret from the file that the %s names', (place) => {
    const named = { SWITCHYARD_DATABASE_URL_FILE: file('database', `${databaseUrl}\n`) };
    const settings = file('named.yaml', JSON.stringify(named));
    const env = place === 'file' ? { SWITCHYARD_CONFIG: settings } : named;
    expect(loadConfig(schema, env).SWITCHYARD_DATABASE_URL).toBe(databaseUrl);
  });

  it('should report a file of a secret that cannot be used, without its content', () => {
    const faults = faultsOf({
      ...required,
      SWITCHYARD_DATABASE_URL_FILE: file('second', databaseUrl),
      SWITCHYARD_QUEUE_URL_FILE: join(directory, 'absent'),
      SWITCHYARD_SECRET_KEY_FILE: file('short', 'hunter2'),
    });
    expect(faults.map((fault) => fault.split(':')[0])).toEqual(
      expect.arrayContaining(['SWITCHYARD_DATABASE_URL', 'SWITCHYARD_QUEUE_URL_FILE', 'SWITCHYARD_SECRET_KEY']),
    );
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it('should take what a supervisor hands over by a file descriptor, once', () => {
    const handed = file('handed', JSON.stringify({ ...required, SWITCHYARD_PORT: '4000', SWITCHYARD_HOST: '::1' }));
    const env: NodeJS.ProcessEnv = { SWITCHYARD_SETTINGS_FD: String(openSync(handed, 'r')), SWITCHYARD_PORT: '5000' };
    expect(loadConfig(schema, env)).toMatchObject({ SWITCHYARD_PORT: 5000, SWITCHYARD_HOST: '::1' });
    expect(env.SWITCHYARD_SETTINGS_FD).toBeUndefined();
  });

  it('should report a file descriptor that holds no settings', () => {
    const env = { SWITCHYARD_SETTINGS_FD: String(openSync(file('handed', 'hunter2'), 'r')) };
    expect(faultsOf(env)[0]).toMatch(/^SWITCHYARD_SETTINGS_FD: (?!.*hunter2)/);
  });

  it('should leave no setting in the environment of a main program', () => {
    const env = { ...required, SWITCHYARD_QUEUE_URL: 'redis://:hunter2@queue', PATH: '/bin' };
    loadConfigOrExit(schema, env);
    expect(env).toEqual({ PATH: '/bin' });
  });

  it.each([
    ['none', []],
    ['a,,b ', ['a', 'b']],
  ])('should read the list "%s"', (text, list) => {
    expect(loadConfig(schema, { ...required, SWITCHYARD_FEATURES: text }).SWITCHYARD_FEATURES).toEqual(list);
  });
});
