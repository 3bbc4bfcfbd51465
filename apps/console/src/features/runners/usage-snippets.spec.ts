import { execFileSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { registrationSnippet, USAGE_TABS, usageSnippet, type Usage } from './usage-snippets.js';

const PEM = '-----BEGIN PRIVATE KEY-----\nMC4CAQAwBQYDK2VuBCIEIJh7mQ2v+Xo1cR9/dKt\n-----END PRIVATE KEY-----\n';
const usage: Usage = {
  address: 'https://switchyard.example.com/base',
  id: 12,
  name: `it's "$(touch pwned)" \`touch pwned\` \\ -x`,
  token: 'swr_7Kq2mXv9/TdL4+cYh8=',
  privateKey: PEM,
  image: 'switchyard/runner:1.4.0',
  replaces: false,
};
/** Stands for the program: prints its words, then its settings, one a line, and its input. */
const PROGRAM = `#!/bin/sh
for word in "$@"; do printf 'word %s\\n' "$word"; done
env | grep '^SWITCHYARD' | sort
if [ "$1" = run ] && [ "$3" = -i ]; then cat; fi
`;

describe('the commands of the usage tabs', () => {
  let home: string;

  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'usage-'));
    for (const name of ['switchyard-runner', 'docker']) {
      writeFileSync(join(home, name), PROGRAM);
      chmodSync(join(home, name), 0o755);
    }
  });

  afterEach(() => rmSync(home, { recursive: true, force: true }));

  const sh = (text: string): string[] =>
    execFileSync('sh', ['-e'], {
      input: text,
      cwd: home,
      env: { HOME: home, PATH: `${home}:/usr/bin:/bin` },
      encoding: 'utf8',
    }).split('\n');
  const written = (name: string): string => readFileSync(join(home, '.switchyard-runner-12', name), 'utf8');
  const modeOf = (name: string): number => statSync(join(home, '.switchyard-runner-12', name)).mode & 0o777;

  it('should write a config file and the key, closed to others, and start with both', () => {
    const dir = join(home, '.switchyard-runner-12');
    const lines = sh(usageSnippet('config', usage));
    expect(lines).toEqual(
      ['start', '--config', `${dir}/config.yaml`, '--work-dir', dir].map((word) => `word ${word}`).concat(''),
    );
    expect(written('key.pem')).toBe(PEM);
    expect(['', 'key.pem', 'config.yaml'].map(modeOf)).toEqual([0o700, 0o600, 0o600]);
    expect(written('config.yaml')).toBe(
      [
        `SWITCHYARD_RUNNER_URL: ${JSON.stringify(usage.address)}`,
        `SWITCHYARD_RUNNER_TOKEN: ${JSON.stringify(usage.token)}`,
        `SWITCHYARD_RUNNER_NAME: ${JSON.stringify(usage.name)}`,
        '',
      ].join('\n'),
    );
  });

  it('should write token and key where start looks for them, look at the machine, then start', () => {
    const lines = sh(usageSnippet('setup', usage));
    expect([written('token'), written('key.pem')]).toEqual([`${usage.token}\n`, PEM]);
    expect(modeOf('token')).toBe(0o600);
    expect(lines[0]).toBe('word check');
    expect(lines).toContain(`word --name=${usage.name}`);
    expect(lines.join(' ')).toContain(`word start word --url word ${usage.address} word --work-dir`);
  });

  it('should export every setting as it is, whatever the name holds', () => {
    const dir = join(home, '.switchyard-runner-12');
    expect(sh(usageSnippet('env', usage))).toEqual([
      'word start',
      `SWITCHYARD_RUNNER_NAME=${usage.name}`,
      `SWITCHYARD_RUNNER_PRIVATE_KEY_FILE=${dir}/key.pem`,
      `SWITCHYARD_RUNNER_TOKEN=${usage.token}`,
      `SWITCHYARD_RUNNER_URL=${usage.address}`,
      `SWITCHYARD_RUNNER_WORK_DIR=${dir}`,
      '',
    ]);
  });

  it('should put the key into the volume and start the container with the settings', () => {
    const lines = sh(usageSnippet('docker', usage));
    expect(lines.join('\n')).toContain(PEM);
    expect(lines).toContain(`word SWITCHYARD_RUNNER_NAME=${usage.name}`);
    expect(lines).toContain(`word SWITCHYARD_RUNNER_TOKEN=${usage.token}`);
    expect(lines.filter((line) => line === 'word switchyard/runner:1.4.0')).toHaveLength(2);
    expect(lines).not.toContain('word --network');
  });

  it('should take the network of the host when the control plane is on the loopback address', () => {
    const lines = sh(usageSnippet('docker', { ...usage, address: 'http://localhost:3000' }));
    expect(lines.join('\n')).toContain('word --network\nword host');
  });

  it('should remove the container of the identity that is replaced', () => {
    expect(sh(usageSnippet('docker', { ...usage, replaces: true })).slice(0, 3)).toEqual([
      'word rm',
      'word --force',
      'word switchyard-runner-12',
    ]);
  });

  it('should run nothing that a name holds', () => {
    USAGE_TABS.forEach((tab) => sh(usageSnippet(tab, usage)));
    expect(() => statSync(join(home, 'pwned'))).toThrow('ENOENT');
  });

  it('should register with the one-time token and then start without it', () => {
    expect(sh(registrationSnippet(usage.address, 'swreg_a+b/c='))).toEqual([
      'word register',
      'SWITCHYARD_RUNNER_REGISTRATION_TOKEN=swreg_a+b/c=',
      `SWITCHYARD_RUNNER_URL=${usage.address}`,
      'word start',
      `SWITCHYARD_RUNNER_URL=${usage.address}`,
      '',
    ]);
  });
});
