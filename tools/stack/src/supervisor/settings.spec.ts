import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { startHelp, startSettings } from '@switchyard/settings';
import { StartError } from '../start-error.js';
import { readSettings } from './settings.js';

describe('readSettings', () => {
  let directory: string;

  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'switchyard-settings-'));
  });

  afterEach(() => {
    rmSync(directory, { recursive: true });
  });

  function configFile(content: string): string {
    const file = join(directory, 'switchyard.yaml');
    writeFileSync(file, content);
    return file;
  }

  it('should use the defaults when nothing is set', () => {
    expect(readSettings([], {}, '/checkout')).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: '/checkout/data',
      runners: 1,
      databaseUrl: undefined,
    });
  });

  it('should let flags win over the environment and the environment over the file', () => {
    const file = configFile('SWITCHYARD_PORT: 1111\nSWITCHYARD_HOST: 10.0.0.1\nSWITCHYARD_LOCAL_RUNNERS: 3\n');
    const environment = { SWITCHYARD_CONFIG: file, SWITCHYARD_PORT: '2222', SWITCHYARD_HOST: '10.0.0.2' };
    expect(readSettings(['--port', '3333'], environment, '/')).toMatchObject({
      port: 3333,
      host: '10.0.0.2',
      runners: 3,
    });
  });

  it('should hand on what it was given for the other processes', () => {
    const settings = readSettings(['--log-level=debug'], { SWITCHYARD_QUEUE_URL: 'redis://example' }, '/');
    expect(settings).toMatchObject({
      texts: { SWITCHYARD_LOG_LEVEL: 'debug', SWITCHYARD_QUEUE_URL: 'redis://example' },
    });
  });

  it('should join a list in the file with commas', () => {
    const file = configFile('SWITCHYARD_FEATURES: [a, b]\nSWITCHYARD_QUEUE_URL:\n');
    expect(readSettings(['--config', file], {}, '/')).toMatchObject({ texts: { SWITCHYARD_FEATURES: 'a,b' } });
  });

  it('should hand a list of mappings in the file on as JSON', () => {
    const file = configFile(
      'SWITCHYARD_WEB_HOST: https://a.example\nSWITCHYARD_AUTH_OIDC_PROVIDERS: [{ id: a }, { id: b }]\n',
    );
    expect(readSettings(['--config', file], {}, '/')).toMatchObject({
      texts: { SWITCHYARD_AUTH_OIDC_PROVIDERS: '[{"id":"a"},{"id":"b"}]' },
    });
  });

  it('should name the faults of settings that other processes act on', () => {
    const read = () => readSettings([], { SWITCHYARD_QUEUE_URL: 'http://x', SWITCHYARD_AUDIT_DAY: '3' }, '/');
    expect(read).toThrow(
      /SWITCHYARD_AUDIT_DAY: no such setting; did you mean SWITCHYARD_AUDIT_DAYS\?\nSWITCHYARD_QUEUE_URL: /,
    );
  });

  it('should treat an empty variable as absent', () => {
    expect(readSettings([], { SWITCHYARD_PORT: '' }, '/')).toMatchObject({ port: 3000 });
  });

  it('should name every fault at once', () => {
    const read = () => readSettings(['--port=70000', '--runners=-1'], {}, '/');
    expect(read).toThrow(StartError);
    expect(read).toThrow(/SWITCHYARD_PORT: .*\n(.*\n)*SWITCHYARD_LOCAL_RUNNERS: /);
  });

  it('should point to the help when an option is unknown', () => {
    expect(() => readSettings(['--prot', '1'], {}, '/')).toThrow(/'--prot'.*--help/);
  });

  it.each(['just text', '- a\n- b', 'a: [unclosed'])('should refuse the configuration file %j', (content) => {
    expect(() => readSettings(['--config', configFile(content)], {}, '/')).toThrow(StartError);
  });

  it('should list every option in the help', () => {
    expect(readSettings(['--help'], {}, '/')).toBe('help');
    expect(Object.keys(startSettings).filter((name) => !startHelp().includes(name))).toEqual([]);
  });
});
