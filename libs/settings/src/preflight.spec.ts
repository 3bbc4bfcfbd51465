import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { preflight } from './preflight.js';

const checkout = resolve(import.meta.dirname, '../../..');

describe(preflight.name, () => {
  let directory = '';
  const file = (name: string, text: string): string => {
    writeFileSync(join(directory, name), text);
    return join(directory, name);
  };

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'preflight-spec-'));
  });

  afterAll(() => rmSync(directory, { recursive: true }));

  it('should accept a machine without settings', () => {
    expect(preflight({ PATH: '/bin' })).toEqual([]);
  });

  it('should name every fault of environment, options and file at once, without values', () => {
    const config = file('bad.yaml', 'SWITCHYARD_AUDIT_DAYS: ever\nSWITCHYARD_PROT: 1\n');
    const env = {
      SWITCHYARD_CONFIG: config,
      SWITCHYARD_RUNER_TAGS: 'a',
      SWITCHYARD_QUEUE_URL: 'hunter2',
      SWITCHYARD_SECRET_KEY_FILE: join(directory, 'absent'),
      SWITCHYARD_AUTH_EMAIL_LOGIN: 'true',
      SWITCHYARD_SMTP_FROM: 'a@example.com',
    };
    const faults = preflight(env, ['--port', '0']);
    expect(faults).toHaveLength(7);
    expect(faults).toEqual(
      expect.arrayContaining([
        'SWITCHYARD_RUNER_TAGS: no such setting; did you mean SWITCHYARD_RUNNER_TAGS?',
        `SWITCHYARD_PROT: no such setting; did you mean SWITCHYARD_PORT? (in ${config})`,
        expect.stringMatching(/^SWITCHYARD_SECRET_KEY_FILE: .* cannot be read/),
        'SWITCHYARD_PORT: must be a whole number from 1 to 65535',
        'SWITCHYARD_QUEUE_URL: must be an address like redis://… or rediss://…',
        'SWITCHYARD_AUDIT_DAYS: must be a whole number from 0 to 36500',
        'SWITCHYARD_SMTP_URL: must be set, because SWITCHYARD_AUTH_EMAIL_LOGIN is on',
      ]),
    );
    expect(faults.join('\n')).not.toContain('hunter2');
  });

  it('should leave what takes a YAML parser to the programs', () => {
    const config = file(
      'good.yaml',
      'SWITCHYARD_PORT: "4000" # people know it\nSWITCHYARD_HOST: null\nSWITCHYARD_AUTH_EMAIL_LOGIN: true\n' +
        'SWITCHYARD_SMTP_URL: "smtp://mail"\nSWITCHYARD_SMTP_FROM: >\n  A <a@example.com>\n' +
        'SWITCHYARD_AUTH_OIDC_PROVIDERS: []\nSWITCHYARD_RUNNER_TAGS:\n  - a\n',
    );
    expect(preflight({ SWITCHYARD_CONFIG: config })).toEqual([]);
  });

  it('should read a file in JSON', () => {
    const config = file('bad.json', '{\n "SWITCHYARD_PORT": "http", "SWITCHYARD_X": 1 }');
    expect(preflight({ SWITCHYARD_CONFIG: config }).map((fault) => fault.split(':')[0])).toEqual([
      'SWITCHYARD_X',
      'SWITCHYARD_PORT',
    ]);
  });

  it('should pass variables of tasks and of Kubernetes over', () => {
    const links = { SWITCHYARD_API_SERVICE_HOST: '10.0.0.1', SWITCHYARD_API_PORT: 'tcp://10.0.0.1:3000' };
    expect(preflight({ ...links, SWITCHYARD_TASK_ID: '7', SWITCHYARD_ATTEMPT: '/x' })).toEqual([]);
  });

  it('should refuse to believe every proxy', () => {
    const [fault] = preflight({ SWITCHYARD_TRUST_PROXY: 'true' });
    expect(fault).toMatch(/^SWITCHYARD_TRUST_PROXY: must be the number of reverse proxies in front/);
  });

  it.each([['start'], ['test']])('should end npm %s on a bare checkout before anything is installed', (command) => {
    const bare = join(directory, command);
    ['tools/bootstrap', 'tools/bootstrap.mjs', 'libs/settings', 'package.json'].forEach((path) =>
      cpSync(join(checkout, path), join(bare, path), {
        recursive: true,
        filter: (name) => !name.includes('node_modules'),
      }),
    );
    const env = { PATH: process.env.PATH, SWITCHYARD_PORT: 'http', SWITCHYARD_PROT: '1' };
    const { status, stderr, stdout } = spawnSync(process.execPath, [join(bare, 'tools/bootstrap.mjs'), command], {
      env,
      encoding: 'utf8',
    });
    expect({ status, stdout }).toEqual({ status: 78, stdout: '' });
    expect(stderr).toMatch(/SWITCHYARD_PROT: no such setting.*\n.*SWITCHYARD_PORT: must be/);
    expect(['node_modules', '.tools'].filter((name) => existsSync(join(bare, name)))).toEqual([]);
  });
});
